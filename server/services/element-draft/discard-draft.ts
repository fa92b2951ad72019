import type { Context } from "#server/context.ts";
import * as drafts from "#server/store/draft/drafts.ts";

/** Deletes the caller's draft; does nothing if there is none. */
export async function discardDraft(ctx: Context, draftId: number) {
  await drafts.remove(ctx.db.prisma, "elementDraft", ctx.caller, draftId);
  return {};
}
