import type { Context } from "#server/context.ts";
import * as drafts from "#server/store/formula-drafts.ts";

/** Forgets what the caller has not published; nothing when there is none. */
export async function discardDraft(ctx: Context, draftId: number) {
  await drafts.remove(ctx.db.prisma, ctx.caller, draftId);
  return {};
}
