import type { Context } from "#server/context.ts";
import * as drafts from "#server/store/formula/formula-drafts.ts";

/** Deletes the caller's draft; does nothing if there is none. */
export async function discardDraft(ctx: Context, draftId: number) {
  await drafts.remove(ctx.db.prisma, ctx.caller, draftId);
  return {};
}
