import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { requireDesigner } from "../account/require-role.ts";
import { cancelExecution } from "./cancel-execution.ts";
import { requireExecution } from "./read-execution.ts";

/** Cancels a scheduled retry: the execution ends as cancelled. Refuses (badRequest) if none is scheduled. */
export async function cancelRetry(ctx: Context, { executionId }: { executionId: number }) {
  requireDesigner(ctx);
  const { status } = await requireExecution(ctx, { executionId });
  if (status !== "retry")
    throw new Failure("badRequest", `Execution ${executionId} has no scheduled retry (${status}).`);
  return cancelExecution(ctx, { executionId });
}
