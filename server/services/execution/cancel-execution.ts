import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { cancel, promoteQueued } from "#server/store/execution/execution-queue.ts";
import { requireDesigner } from "../account/require-role.ts";
import { presentExecution } from "./present.ts";
import { requireExecution } from "./read-execution.ts";

/**
 * Cancels an execution that has not ended; the process that runs it stops at once. Refuses (badRequest) an ended
 * execution.
 */
export async function cancelExecution(ctx: Context, { executionId }: { executionId: number }) {
  requireDesigner(ctx);
  await requireExecution(ctx, { executionId });
  const cancelled = await endExecution(ctx, { executionId });
  const execution = await requireExecution(ctx, { executionId });
  if (!cancelled) throw new Failure("badRequest", `Execution ${executionId} has ended already (${execution.status}).`);
  return presentExecution(execution);
}

/** Ends an execution as cancelled, and stops it; false if its status does not allow it. */
export async function endExecution(
  ctx: Context,
  { executionId, onlyRetry }: { executionId: number; onlyRetry?: boolean },
): Promise<boolean> {
  const { organizationId } = ctx.caller;
  const cancelled = await cancel(ctx.db.pool, { organizationId, executionId, onlyRetry });
  if (!cancelled) return false;
  ctx.engine.abort(executionId);
  if (cancelled.singleThreaded) await promoteQueued(ctx.db.pool, cancelled.formulaInstanceId);
  return true;
}
