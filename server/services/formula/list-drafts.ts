import type { Context } from "#server/context.ts";
import * as drafts from "#server/store/formula-drafts.ts";

/** What the caller has not published, newest first; of a new formula while it has no `formulaId`. */
export async function listDrafts(ctx: Context) {
  const rows = await drafts.list(ctx.db.prisma, ctx.caller);
  return rows.map(({ updatedAt, ...draft }) => ({ ...draft, savedDate: updatedAt.toISOString() }));
}
