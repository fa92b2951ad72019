import type { Context } from "#server/context.ts";
import * as formulas from "#server/store/formula/formulas.ts";
import { type Address, findFormulaInstance, noSuchFormulaInstance } from "./find-formula-instance.ts";
import { presentFormulaInstance } from "./present-formula-instance.ts";

/** One formula instance as the API shows it; refuses notFound. */
export async function readFormulaInstance(ctx: Context, address: Address) {
  const instance = await findFormulaInstance(ctx, address);
  const formula = await formulas.find(ctx.db.prisma, { organizationId: instance.organizationId }, instance.formulaId);
  if (!formula) throw noSuchFormulaInstance(address);
  return presentFormulaInstance(ctx, { instance, formula });
}
