import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as records from "#server/store/execution/execution-records.ts";
import { presentStep } from "./present.ts";

/** One step of an execution. */
export const readStep = async (ctx: Context, { stepExecutionId }: { stepExecutionId: number }) =>
  presentStep(await requireStep(ctx, stepExecutionId));

/** Refuses (notFound) a step that the caller may not see. */
export async function requireStep(ctx: Context, stepExecutionId: number) {
  const step = await records.findStep(ctx.db.queries, ctx.caller, stepExecutionId);
  if (!step) throw new Failure("notFound", `There is no step execution ${stepExecutionId}.`);
  return step;
}
