import type { Context } from "#server/context.ts";
import type { Positions } from "#server/formula/positions.ts";
import * as layouts from "#server/store/formula/formula-layouts.ts";
import { findFormula } from "./find-formula.ts";

/** Where the parts of a formula were moved to on the canvas; refuses notFound. */
export async function readLayout(ctx: Context, formulaId: number): Promise<Positions> {
  await findFormula(ctx, formulaId);
  return layouts.find(ctx.db.prisma, { organizationId: ctx.caller.organizationId, formulaId });
}
