import type { Context } from "#server/context.ts";
import * as drafts from "#server/store/draft/drafts.ts";
import { readDraft } from "../draft/read-draft.ts";
import { type RemovedDraft, removeDraft } from "../draft/remove-draft.ts";
import { draftChanged } from "../draft/write-draft.ts";
import { dropTestAccountsOf } from "../test-account/delete-test-account.ts";

/**
 * Deletes the caller's draft, and disconnects its test accounts if it is that of a new element; does nothing if there is
 * none. Test accounts of an element stay for its next draft. Refuses what `removeDraft` refuses.
 */
export async function discardDraft(ctx: Context, { draftId, draftVersion }: RemovedDraft) {
  const store = { db: ctx.db.prisma, vault: ctx.vault, table: "elementDraft" } as const;
  const found = await drafts.find(store, ctx.caller, draftId);
  if (found && draftVersion !== undefined && found.version !== draftVersion) throw draftChanged();
  if (found) await dropTestAccountsOf(ctx, { draftId });
  await removeDraft(ctx, ctx.db.prisma, "elementDraft", { draftId, draftVersion });
  return {};
}

/** Like `discardDraft`, for clients that need the result: refuses notFound. */
export async function deleteDraft(ctx: Context, draftId: number) {
  await readDraft(ctx, "elementDraft", draftId);
  return discardDraft(ctx, { draftId });
}
