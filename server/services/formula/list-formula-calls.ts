import type { Context } from "#server/context.ts";
import * as formulas from "#server/store/formulas.ts";
import { formulaScope } from "#server/store/scope.ts";
import { calledFormulas } from "./sub-formulas.ts";

const MOST = 1000;

/** Which formulas run which by their steps, of those that the caller sees, the newest thousand. */
export async function listFormulaCalls(ctx: Context) {
  const scope = await formulaScope(ctx.db.prisma, ctx.caller);
  const { items } = await formulas.list(ctx.db.prisma, { scope, where: [] }, { size: MOST, after: undefined });
  return items.map((record) => ({ id: record.id, name: record.definition.name, runs: calledFormulas(record) }));
}
