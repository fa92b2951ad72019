import type { Context } from "#server/context.ts";
import { parseColumnConditions } from "#server/element/query/column-conditions.ts";
import { mapPage, type PageRequest } from "#server/page.ts";
import { formulaScope } from "#server/store/database/scope.ts";
import * as formulas from "#server/store/formula/formulas.ts";
import { type PresentedFormula, presentFormula, presentWithSubFormulas } from "./present-formula.ts";

type Input = { where?: string | undefined; abridged?: boolean | undefined; page: PageRequest };
/** An abridged formula has no steps. */
export type ListedFormula = Omit<PresentedFormula, "steps"> & Partial<Pick<PresentedFormula, "steps">>;

/** Formulas that the caller sees, newest first; abridged ones have no steps and sub-formulas. */
export async function listFormulas(ctx: Context, { where, abridged = false, page }: Input) {
  const conditions = parseColumnConditions(where, formulas.SEARCHED);
  const scope = await formulaScope(ctx.db.prisma, ctx.caller);
  const found = await formulas.list(ctx.db.prisma, { scope, where: conditions }, page);
  if (abridged) {
    return mapPage(found, (record): ListedFormula => {
      const { steps: _, ...rest } = presentFormula(record);
      return rest;
    });
  }
  return { ...found, items: (await presentWithSubFormulas(ctx, found.items)) as ListedFormula[] };
}
