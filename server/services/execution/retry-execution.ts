import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { isFinal } from "#server/formula/execution-status.ts";
import { hastenRetry } from "#server/store/execution/execution-queue.ts";
import { requireDesigner } from "../account/require-role.ts";
import { presentExecution } from "./present.ts";
import { requireExecution } from "./read-execution.ts";
import { replay } from "./run-again.ts";

/**
 * Runs an execution again now with the same input: a scheduled retry begins at once, one that has ended is run as a new
 * execution. Refuses (badRequest) one that is under way.
 */
export async function retryExecution(ctx: Context, { executionId }: { executionId: number }) {
  requireDesigner(ctx);
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
  const again = await replay(ctx, { executionId });
  return presentExecution(await requireExecution(ctx, { executionId: again.id }));
}
