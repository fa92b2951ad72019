import { z } from "zod";
import { formulaPatchSchema, formulaSchema } from "#server/formula/shape.ts";
import { createFormula } from "#server/services/formula/create-formula.ts";
import { deleteFormula } from "#server/services/formula/delete-formula.ts";
import { listFormulaCalls } from "#server/services/formula/list-formula-calls.ts";
import { type ListedFormula, listFormulas } from "#server/services/formula/list-formulas.ts";
import { readFormula } from "#server/services/formula/read-formula.ts";
import { patchFormula } from "#server/services/formula/replace-formula.ts";
import { lastRuns } from "#server/services/formula-instance/last-runs.ts";
import { listFormulaInstances } from "#server/services/formula-instance/list-formula-instances.ts";
import { first } from "./lists.ts";
import { router, signedIn } from "./trpc.ts";

const MOST_FORMULAS = 200;
const one = z.object({ formulaId: z.int32() });

export const formula = router({
  /** Each with its instances and its last run. */
  list: signedIn.query(async ({ ctx }) => {
    const [{ items, total }, instances] = await Promise.all([
      listFormulas(ctx, { abridged: true, page: first(MOST_FORMULAS) }),
      listFormulaInstances(ctx, { page: first(1000) }),
    ]);
    const runs = await lastRuns(
      ctx,
      instances.items.map(({ id }) => id),
    );
    const formulas = items.map((shown) => {
      const own = instances.items.filter((instance) => instance.formula.id === shown.id);
      return {
        ...rowOf(shown),
        instances: own.length,
        on: own.filter(({ active }) => active).length,
        lastRun: newest(own.flatMap(({ id }) => runs.get(id) ?? [])),
      };
    });
    return { formulas, total };
  }),
  /** Which of them run which. */
  calls: signedIn.query(({ ctx }) => listFormulaCalls(ctx)),
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

const newest = <Run extends { id: number }>(runs: Run[]): Run | null =>
  runs.reduce<Run | null>((last, run) => (last && last.id > run.id ? last : run), null);
