import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { isFinal } from "#server/formula/execution-status.ts";
import { hastenRetry } from "#server/store/execution-queue.ts";
import { findRunnable } from "#server/store/runnables.ts";
import { requireDesigner } from "../account/require-role.ts";
import { presentExecution } from "./present.ts";
import { requireExecution } from "./read-execution.ts";
import { refuseInactive } from "./start-executions.ts";

/**
 * Runs an execution again now with the same input (contract §1.5): a scheduled retry begins at once, one that has
 * ended is run as a new execution. Refuses (badRequest) one that is under way.
 */
export async function retryExecution(ctx: Context, { executionId }: { executionId: number }) {
  requireDesigner(ctx);
  const { status, formulaInstanceId, trigger, triggerType } = await requireExecution(ctx, { executionId });
  if (!isFinal(status) && status !== "retry") {
    throw new Failure("badRequest", `Execution ${executionId} is under way (${status}).`);
  }
  if (status === "retry" && (await hastenRetry(ctx.db.pool, executionId))) {
    return presentExecution(await requireExecution(ctx, { executionId }));
  }
  const runnable = await findRunnable(ctx.db.pool, { organizationId: ctx.caller.organizationId, formulaInstanceId });
  if (!runnable) throw new Failure("notFound", `There is no formula instance ${formulaInstanceId} any more.`);
  refuseInactive(runnable);
  const again = await ctx.engine.acceptOrFind({ runnable, trigger: JSON.parse(trigger), triggerType });
  return presentExecution(await requireExecution(ctx, { executionId: again }));
}
