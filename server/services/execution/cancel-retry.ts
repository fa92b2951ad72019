import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { requireDesigner } from "../account/require-role.ts";
import { endExecution } from "./cancel-execution.ts";
import { presentExecution } from "./present.ts";
import { requireExecution } from "./read-execution.ts";

/**
 * Cancels a scheduled retry: the execution ends as cancelled. Refuses (badRequest) if none is scheduled, or if it has
 * started in the meantime.
 */
export async function cancelRetry(ctx: Context, { executionId }: { executionId: number }) {
  requireDesigner(ctx);
  await requireExecution(ctx, { executionId });
  const cancelled = await endExecution(ctx, { executionId, onlyRetry: true });
  const execution = await requireExecution(ctx, { executionId });
  if (!cancelled)
    throw new Failure("badRequest", `Execution ${executionId} has no scheduled retry (${execution.status}).`);
  return presentExecution(execution);
}
