import type { Context } from "#server/context.ts";
import * as drafts from "#server/store/draft/drafts.ts";
import * as preferences from "#server/store/preference/preferences.ts";

/** Deletes the caller's draft; does nothing if there is none. */
export async function discardDraft(ctx: Context, draftId: number) {
  await ctx.db.prisma.$transaction(async (tx) => {
    await drafts.remove(tx, "formulaDraft", ctx.caller, draftId);
    await preferences.removeOfDraft(tx, ctx.caller, draftId);
  });
  return {};
}
