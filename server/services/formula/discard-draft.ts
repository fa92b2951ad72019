import type { Context } from "#server/context.ts";
import * as preferences from "#server/store/preference/preferences.ts";
import { type RemovedDraft, removeDraft } from "../draft/remove-draft.ts";

/** Deletes the caller's draft; does nothing if there is none. Refuses what `removeDraft` refuses. */
export async function discardDraft(ctx: Context, removed: RemovedDraft) {
  await ctx.db.prisma.$transaction(async (tx) => {
    await removeDraft(ctx, tx, "formulaDraft", removed);
    await preferences.removeOfDraft(tx, ctx.caller, removed.draftId);
  });
  return {};
}
