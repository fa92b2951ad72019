import type { Context } from "#server/context.ts";
import { mapPage, type PageRequest } from "#server/page.ts";
import * as records from "#server/store/execution/execution-records.ts";
import { TRIGGER } from "./engine.ts";
import { withInput, withStepValues } from "./large-values.ts";
import { presentStep, presentValues } from "./present.ts";
import { requireExecution } from "./read-execution.ts";

/** Steps of an execution, newest first, optionally with their values. */
export async function listSteps(
  ctx: Context,
  {
    executionId,
    includeValues = false,
    page,
  }: { executionId: number; includeValues?: boolean | undefined; page: PageRequest },
) {
  const execution = await requireExecution(ctx, { executionId });
  const found = await records.listSteps(ctx.db.queries, executionId, page);
  if (!includeValues) return mapPage(found, presentStep);
  const steps = await withStepValues(ctx, found.items);
  const cause = steps.some(({ stepType }) => stepType === TRIGGER) ? await withInput(ctx, execution) : execution;
  return mapPage({ ...found, items: steps }, (step) => ({
    ...presentStep(step),
    stepExecutionValues: presentValues(step, cause),
  }));
}
