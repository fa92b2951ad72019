import type { Context } from "#server/context.ts";
import { everyRow } from "#server/page.ts";
import { formulaScope } from "#server/store/database/scope.ts";
import * as formulas from "#server/store/formula/formulas.ts";
import { calledFormulas } from "./sub-formulas.ts";

/** Which formulas run which others by their steps, of those that the caller sees. */
export async function listFormulaCalls(ctx: Context) {
  const scope = await formulaScope(ctx.db.prisma, ctx.caller);
  const all = await everyRow((page) => formulas.list(ctx.db.prisma, { scope, where: [] }, page));
  return all.map((record) => ({ id: record.id, name: record.definition.name, runs: calledFormulas(record) }));
}
