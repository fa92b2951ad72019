import type { Context } from "#server/context.ts";
import * as drafts from "#server/store/draft/drafts.ts";
import { readDraft } from "../draft/read-draft.ts";
import { dropTestAccountsOf } from "../test-account/delete-test-account.ts";

/**
 * Deletes the caller's draft, and disconnects its test accounts if it is that of a new element; does nothing if there is
 * none. Test accounts of an element stay for its next draft.
 */
export async function discardDraft(ctx: Context, draftId: number) {
  if (await drafts.find(ctx.db.prisma, "elementDraft", ctx.caller, draftId)) await dropTestAccountsOf(ctx, { draftId });
  await drafts.remove(ctx.db.prisma, "elementDraft", ctx.caller, draftId);
  return {};
}

/** Like `discardDraft`, for clients that need the result: refuses notFound. */
export async function deleteDraft(ctx: Context, draftId: number) {
  await readDraft(ctx, "elementDraft", draftId);
  return discardDraft(ctx, draftId);
}
