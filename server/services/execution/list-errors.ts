import type { Context } from "#server/context.ts";
import { mapPage, type PageRequest } from "#server/page.ts";
import * as records from "#server/store/execution/execution-records.ts";
import { findFormula } from "../formula/find-formula.ts";
import { requireInstance } from "./list-executions.ts";
import { presentExecution, presentStep } from "./present.ts";
import { requireExecution } from "./read-execution.ts";
import { valuesOfStep, withTexts } from "./step-values.ts";

type Between = { from?: Date | undefined; to?: Date | undefined; page: PageRequest };

/** Failed steps of an execution, each with its error. False filters and ended loops are not failures. */
export async function listStepErrors(ctx: Context, { executionId }: { executionId: number }) {
  const execution = await requireExecution(ctx, { executionId });
  return failedSteps(ctx, [execution]).then((steps) => steps.get(executionId) ?? []);
}

/** Executions of a formula instance that had errors, newest first. */
export async function listInstanceErrors(
  ctx: Context,
  { formulaInstanceId, from, to, page }: Between & { formulaInstanceId: number },
) {
  await requireInstance(ctx, { formulaInstanceId });
  const errors = { from: from ?? null, to: to ?? null };
  const found = await records.listExecutions(ctx.db.queries, ctx.caller, { formulaInstanceId, errors }, page);
  const steps = await failedSteps(ctx, found.items);
  return mapPage(found, (execution) => withFailures(execution, steps));
}

/** Formula instances of a formula that have executions with errors. */
export async function listFormulaErrors(ctx: Context, { formulaId, from, to, page }: Between & { formulaId: number }) {
  await findFormula(ctx, formulaId);
  const { queries: pool } = ctx.db;
  const found = await records.listInstancesWithErrors(
    pool,
    ctx.caller,
    { formulaId, from: from ?? null, to: to ?? null },
    page,
  );
  const executions = await records.readExecutions(
    pool,
    ctx.caller,
    found.items.flatMap((instance) => instance.executions),
  );
  const steps = await failedSteps(ctx, executions);
  return mapPage(found, ({ id }) => ({
    id,
    executions: executions
      .filter(({ formulaInstanceId }) => formulaInstanceId === id)
      .map((execution) => withFailures(execution, steps)),
  }));
}

type FailedSteps = Awaited<ReturnType<typeof failedSteps>>;

const withFailures = (execution: records.ExecutionRow, steps: FailedSteps) => ({
  ...presentExecution(execution),
  status: "failed" as const,
  stepExecutions: steps.get(execution.id) ?? [],
});

async function failedSteps(ctx: Context, executions: records.ExecutionRow[]) {
  const rows = await records.readSteps(
    ctx.db.queries,
    executions.map(({ id }) => id),
    { failed: true },
  );
  const found = new Map<number, (ReturnType<typeof presentStep> & { stepExecutionValues: ErrorValues })[]>();
  for (const execution of executions) {
    const steps = [];
    for (const step of rows.filter(({ executionId }) => executionId === execution.id))
      steps.push({ ...presentStep(step), stepExecutionValues: await errorOf(ctx, step, execution) });
    found.set(execution.id, steps);
  }
  return found;
}

type ErrorValues = Awaited<ReturnType<typeof errorOf>>;

/** The value with the error of a failed step, also if its values do not include it. */
async function errorOf(ctx: Context, step: records.StepRow, cause: records.ExecutionRow) {
  const key = `${step.stepName}.error`;
  const matching = (await valuesOfStep(ctx, { step, cause })).filter((value) => value.key === key);
  if (matching.length > 0 || step.error === null) return withTexts(ctx, matching);
  return [{ id: `${step.id}000`, key, value: step.error }];
}
