import type { Context } from "#server/context.ts";
import * as drafts from "#server/store/draft/drafts.ts";
import { requireDesigner } from "../account/require-role.ts";
import { readDraft } from "../draft/read-draft.ts";

/** Deletes the caller's draft; does nothing if there is none. */
export async function discardDraft(ctx: Context, draftId: number) {
  await drafts.remove(ctx.db.prisma, "elementDraft", ctx.caller, draftId);
  return {};
}

/** The same for clients that want to know: refuses notFound. */
export async function deleteDraft(ctx: Context, draftId: number) {
  requireDesigner(ctx);
  await readDraft(ctx, "elementDraft", draftId);
  return discardDraft(ctx, draftId);
}
