import type { Context } from "#server/context.ts";
import type { Page, PageRequest } from "#server/page.ts";
import { ownScope } from "#server/store/database/scope.ts";
import * as formulas from "#server/store/formula/formulas.ts";
import type { FormulaInstanceFilter, FormulaInstanceRecord } from "#server/store/formula-instance/formula-instances.ts";
import * as formulaInstances from "#server/store/formula-instance/formula-instances.ts";
import { findFormula } from "../formula/find-formula.ts";
import { presentFormulaInstances } from "./present-formula-instance.ts";

type Input = Omit<FormulaInstanceFilter, "scope"> & { page: PageRequest };

/** Instances that the caller sees, newest first; refuses notFound for a formula they do not see. */
export async function listFormulaInstances(ctx: Context, { page, ...filter }: Input) {
  if (filter.formulaId !== undefined) await findFormula(ctx, filter.formulaId);
  const scope = ownScope(ctx.caller);
  return presentAll(ctx, await formulaInstances.list(ctx.db.prisma, { scope, ...filter }, page));
}

async function presentAll(ctx: Context, page: Page<FormulaInstanceRecord>) {
  const ids = [...new Set(page.items.map(({ formulaId }) => formulaId))];
  const records = await formulas.findMany(ctx.db.prisma, { organizationId: ctx.caller.organizationId }, ids);
  const byId = new Map(records.map((record) => [record.id, record]));
  const pairs = page.items.flatMap((instance) => {
    const formula = byId.get(instance.formulaId);
    return formula ? [{ instance, formula }] : [];
  });
  return { ...page, items: await presentFormulaInstances(ctx, pairs) };
}
