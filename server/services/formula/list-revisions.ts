import type { Context } from "#server/context.ts";
import * as revisions from "#server/store/formula/formula-revisions.ts";
import { findFormula } from "./find-formula.ts";

const PAGE = 50;
const NEWEST = 2 ** 31 - 1;

/** The published revisions of a formula, newest first, fifty at a time before the revision `before`. */
export async function listRevisions(
  ctx: Context,
  { formulaId, before = NEWEST }: { formulaId: number; before?: number | undefined },
) {
  const { revision: current } = await findFormula(ctx, formulaId);
  const rows = await revisions.list(ctx.db.prisma, {
    organizationId: ctx.caller.organizationId,
    formulaId,
    before,
    size: PAGE,
  });
  const last = rows.at(-1);
  return {
    current,
    revisions: rows.map(({ createdAt, ...row }) => ({ ...row, createdDate: createdAt.toISOString() })),
    next: rows.length === PAGE && last && last.revision > 1 ? last.revision : null,
  };
}
