import type { Context } from "#server/context.ts";
import * as records from "#server/store/execution-records.ts";
import { presentExecution, presentValues } from "./present.ts";
import { requireExecution } from "./read-execution.ts";
import { requireStep } from "./read-step.ts";

const MOST_STEPS = 1000;

/**
 * An execution as its screen shows it: with exact times, and its steps, oldest first, without their values. Of a very
 * long one the last thousand steps; `stepCount` counts all.
 */
export async function readRun(ctx: Context, executionId: number) {
  const execution = await requireExecution(ctx, { executionId });
  const steps = await records.readSteps(ctx.db.pool, [executionId]);
  return {
    ...presentExecution(execution),
    triggerType: execution.triggerType,
    startedAt: execution.createdAt.toISOString(),
    durationMs: execution.updatedAt.getTime() - execution.createdAt.getTime(),
    stepCount: steps.length,
    steps: steps.slice(-MOST_STEPS).map(({ id, stepName, stepType, status, createdAt, durationMs, error }) => ({
      id,
      name: stepName,
      type: stepType,
      status: status === "failed" ? ("failed" as const) : ("success" as const),
      startedAt: createdAt.toISOString(),
      durationMs,
      error,
    })),
  };
}

/** What one step left behind, with the values as they are told by the API (contract §2.3). */
export async function readRunStep(ctx: Context, stepExecutionId: number) {
  const step = await requireStep(ctx, stepExecutionId);
  const prefix = `${step.stepName}.`.length;
  return {
    id: step.id,
    error: step.error,
    values: presentValues(step, step).map(({ key, value }) => ({ key: key.slice(prefix), value: String(value) })),
  };
}
