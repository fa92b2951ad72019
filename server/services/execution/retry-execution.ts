import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { isFinal } from "#server/formula/execution-status.ts";
import { hastenRetry } from "#server/store/execution/execution-queue.ts";
import { requireDesigner } from "../account/require-role.ts";
import type { Choice } from "./plan-rerun.ts";
import { presentExecution } from "./present.ts";
import { requireExecution } from "./read-execution.ts";
import { requireRunStep } from "./read-run-step.ts";
import { replay, rerunFrom } from "./run-again.ts";

type Retried = {
  executionId: number;
  /** The step to start from; without it, the whole execution runs again. */
  stepExecutionId?: number | undefined;
  revision?: Choice | undefined;
};

/**
 * Runs an execution again now with the same input: a scheduled retry starts at once, an ended execution is run as a new
 * one. Refuses (badRequest) an execution in progress, and (notFound) a step of another execution.
 */
export async function retryExecution(ctx: Context, { executionId, stepExecutionId, revision }: Retried) {
  requireDesigner(ctx);
  if (stepExecutionId !== undefined) {
    const step = await requireRunStep(ctx, stepExecutionId);
    if (step.executionId !== executionId)
      throw new Failure("notFound", `stepExecutionId: execution ${executionId} has no step ${stepExecutionId}.`);
    const again = await rerunFrom(ctx, { stepExecutionId, revision: revision ?? "current" });
    return presentExecution(await requireExecution(ctx, { executionId: again.id }));
  }
  const { status } = await requireExecution(ctx, { executionId });
  if (!isFinal(status) && status !== "retry") {
    throw new Failure("badRequest", `Execution ${executionId} is still in progress (${status}).`);
  }
  if (
    status === "retry" &&
    (await hastenRetry(ctx.db.pool, { organizationId: ctx.caller.organizationId, executionId }))
  ) {
    return presentExecution(await requireExecution(ctx, { executionId }));
  }
  const again = await replay(ctx, { executionId, ...(revision && { revision }) });
  return presentExecution(await requireExecution(ctx, { executionId: again.id }));
}
