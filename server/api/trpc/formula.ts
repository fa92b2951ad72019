import { z } from "zod";
import type { Context } from "#server/context.ts";
import { formulaPatchSchema, formulaSchema } from "#server/formula/shape.ts";
import { listExecutions } from "#server/services/execution/list-executions.ts";
import { createFormula } from "#server/services/formula/create-formula.ts";
import { deleteFormula } from "#server/services/formula/delete-formula.ts";
import { type ListedFormula, listFormulas } from "#server/services/formula/list-formulas.ts";
import { readFormula } from "#server/services/formula/read-formula.ts";
import { patchFormula } from "#server/services/formula/replace-formula.ts";
import { listFormulaInstances } from "#server/services/formula-instance/list-formula-instances.ts";
import { first } from "./lists.ts";
import { router, signedIn } from "./trpc.ts";

const MOST_FORMULAS = 200;
const one = z.object({ formulaId: z.int() });

export const formula = router({
  /** Each with its instances and its last run. */
  list: signedIn.query(async ({ ctx }) => {
    const [{ items, total }, instances] = await Promise.all([
      listFormulas(ctx, { abridged: true, page: first(MOST_FORMULAS) }),
      listFormulaInstances(ctx, { page: first(1000) }),
    ]);
    const formulas = await Promise.all(
      items.map(async (shown) => {
        const own = instances.items.filter((instance) => instance.formula.id === shown.id);
        return {
          ...rowOf(shown),
          instances: own.length,
          on: own.filter(({ active }) => active).length,
          lastRun: await lastRun(ctx, shown.id),
        };
      }),
    );
    return { formulas, total };
  }),
  read: signedIn.input(one).query(({ ctx, input }) => readFormula(ctx, input.formulaId)),
  create: signedIn.input(formulaSchema).mutation(({ ctx, input }) => createFormula(ctx, input)),
  change: signedIn
    .input(one.extend({ changes: formulaPatchSchema }))
    .mutation(({ ctx, input }) => patchFormula(ctx, input.formulaId, input.changes)),
  remove: signedIn.input(one).mutation(({ ctx, input }) => deleteFormula(ctx, input.formulaId)),
});

const rowOf = ({ id, name, description, active, triggers, api, updatedDate }: ListedFormula) => ({
  id,
  name,
  description,
  active,
  triggers: triggers.map(({ type, properties }) => ({ type, properties })),
  api,
  updatedDate,
});

async function lastRun(ctx: Context, formulaId: number) {
  const { items, total } = await listExecutions(ctx, { formulaId, page: first(1) });
  const [run] = items;
  return run ? { id: run.id, status: run.status, createdDate: run.createdDate, total } : null;
}
