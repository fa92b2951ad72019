import type { Context } from "#server/context.ts";
import type { DraftTable } from "#server/store/draft/drafts.ts";
import * as drafts from "#server/store/draft/drafts.ts";

/** The caller's drafts, newest first; the draft of something new has no `publishedId`. */
export async function listOwnDrafts(ctx: Context, table: DraftTable) {
  const rows = await drafts.list(ctx.db.prisma, table, ctx.caller);
  return rows.map(({ updatedAt, ...draft }) => ({ ...draft, savedDate: updatedAt.toISOString() }));
}
