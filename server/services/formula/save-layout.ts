import type { Context } from "#server/context.ts";
import type { Positions } from "#server/formula/positions.ts";
import { formulaScope } from "#server/store/database/scope.ts";
import * as layouts from "#server/store/formula/formula-layouts.ts";
import * as formulas from "#server/store/formula/formulas.ts";
import { requireDesigner } from "../account/require-role.ts";
import { requireOwnAccount } from "./change-formula.ts";
import { noSuchFormula } from "./find-formula.ts";

/** More parts than a formula has: ids of parts that were deleted or renamed remain until then. */
const MOST = 1000;

type Layout = { formulaId: number; positions: Positions; isTidied: boolean };

/**
 * Stores where parts were moved to, for everybody who sees the formula. Other parts stay where they are, unless it is
 * tidied. Refuses: forbidden to viewers and to users of another account, notFound.
 */
export async function saveLayout(ctx: Context, { formulaId, positions, isTidied }: Layout) {
  requireDesigner(ctx);
  const key = { organizationId: ctx.caller.organizationId, formulaId };
  const scope = await formulaScope(ctx.db.prisma, ctx.caller);
  await ctx.db.prisma.$transaction(async (tx) => {
    const formula = await formulas.lock(tx, scope, formulaId);
    if (!formula) throw noSuchFormula(formulaId);
    requireOwnAccount(ctx, formula);
    const before = isTidied ? {} : await layouts.find(tx, key);
    const others = Object.entries(before).filter(([id]) => !Object.hasOwn(positions, id));
    const latest = [...others, ...Object.entries(positions)].slice(-MOST);
    await layouts.write(tx, key, { positions: Object.fromEntries(latest), updatedAt: ctx.now() });
  });
  return {};
}
