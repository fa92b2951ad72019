import type { Context } from "#server/context.ts";
import * as drafts from "#server/store/formula/formula-drafts.ts";

/** The caller's drafts, newest first; the draft of a new formula has no `formulaId`. */
export async function listDrafts(ctx: Context) {
  const rows = await drafts.list(ctx.db.prisma, ctx.caller);
  return rows.map(({ updatedAt, ...draft }) => ({ ...draft, savedDate: updatedAt.toISOString() }));
}
