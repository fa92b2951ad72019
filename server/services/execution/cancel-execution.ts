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
  const { status } = await requireExecution(ctx, { executionId });
  const cancelled = await cancel(ctx.db.pool, { organizationId: ctx.caller.organizationId, executionId });
  if (!cancelled) throw new Failure("badRequest", `Execution ${executionId} has ended already (${status}).`);
  ctx.engine.abort(executionId);
  if (cancelled.singleThreaded) await promoteQueued(ctx.db.pool, cancelled.formulaInstanceId);
  return presentExecution(await requireExecution(ctx, { executionId }));
}
