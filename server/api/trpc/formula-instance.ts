import { z } from "zod";
import { mapPage } from "#server/page.ts";
import { startExecutions } from "#server/services/execution/start-executions.ts";
import { tryFormula } from "#server/services/execution/try-formula.ts";
import { nameFormulaInstances } from "#server/services/formula/summarize-formulas.ts";
import {
  activateFormulaInstance,
  changeFormulaInstance,
  deleteFormulaInstance,
} from "#server/services/formula-instance/change-formula-instance.ts";
import { createFormulaInstance } from "#server/services/formula-instance/create-formula-instance.ts";
import { lastRuns } from "#server/services/formula-instance/last-runs.ts";
import { listFormulaInstances } from "#server/services/formula-instance/list-formula-instances.ts";
import { readFormulaInstance } from "#server/services/formula-instance/read-formula-instance.ts";
import { executionEndpoints } from "../endpoints/execution.ts";
import { formulaEndpoints } from "../endpoints/formula.ts";
import { formulaInstanceEndpoints } from "../endpoints/formula-instance.ts";
import { bodyOf, inputOf } from "./inputs.ts";
import { firstPage, paged, pageRequest } from "./lists.ts";
import { router, signedIn } from "./trpc.ts";

const one = inputOf(formulaInstanceEndpoints.readFormulaInstanceAlone);
const ofFormula = inputOf(formulaInstanceEndpoints.listFormulaInstances);
const started = z.object({ payload: bodyOf(executionEndpoints.startExecutions) });

export const formulaInstance = router({
  /** Each with its last run. */
  list: signedIn.input(paged.extend(ofFormula.shape)).query(async ({ ctx, input: { formulaId, ...input } }) => {
    const found = await listFormulaInstances(ctx, { formulaId, page: pageRequest(input).page });
    const runs = await lastRuns(
      ctx,
      found.items.map(({ id }) => id),
    );
    return mapPage(found, (instance) => ({ ...instance, lastRun: runs.get(instance.id) ?? null }));
  }),
  /** All instances of a formula by name, for a choice. */
  names: signedIn.input(ofFormula).query(({ ctx, input }) => nameFormulaInstances(ctx, input.formulaId)),
  /** The newest active instance, for trial runs; null if there is none. */
  newestActive: signedIn.input(ofFormula).query(async ({ ctx, input }) => {
    const { items } = await listFormulaInstances(ctx, { ...input, active: true, page: firstPage(1) });
    return items[0] ?? null;
  }),
  read: signedIn.input(one).query(({ ctx, input }) => readFormulaInstance(ctx, input)),
  create: signedIn
    .input(ofFormula.extend({ instance: bodyOf(formulaInstanceEndpoints.createFormulaInstance) }))
    .mutation(({ ctx, input }) => createFormulaInstance(ctx, { formulaId: input.formulaId, input: input.instance })),
  change: signedIn
    .input(one.extend({ changes: bodyOf(formulaInstanceEndpoints.changeFormulaInstance) }))
    .mutation(({ ctx, input: { changes, ...address } }) => changeFormulaInstance(ctx, { address, changes })),
  switch: signedIn
    .input(one.extend({ on: z.boolean() }))
    .mutation(({ ctx, input: { on, ...address } }) => activateFormulaInstance(ctx, { address, active: on })),
  remove: signedIn.input(one).mutation(({ ctx, input }) => deleteFormulaInstance(ctx, input)),
  /** Starts without waiting; the run's screen follows it. */
  run: signedIn.input(one.extend(started.shape)).mutation(async ({ ctx, input }) => {
    const { formulaInstanceId, payload } = input;
    return startExecutions(ctx, { formulaInstanceId, payload, waitMs: 0, idempotencyKey: undefined });
  }),
  /** Like `run`, with a formula that is not published. */
  try: signedIn
    .input(one.extend({ formula: bodyOf(formulaEndpoints.replaceFormula), ...started.shape }))
    .mutation(({ ctx, input: { payload, ...trial } }) => tryFormula(ctx, { ...trial, payload })),
});
