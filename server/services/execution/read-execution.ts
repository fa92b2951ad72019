import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as records from "#server/store/execution/execution-records.ts";
import { presentExecution, presentStep } from "./present.ts";

type Named = { executionId: number; formulaId?: number; formulaInstanceId?: number };

/** An execution with its steps, oldest first. */
export async function readExecution(ctx: Context, named: Named) {
  const execution = await requireExecution(ctx, named);
  const steps = await records.readSteps(ctx.db.queries, [execution.id]);
  return { ...presentExecution(execution), stepExecutions: steps.map(presentStep) };
}

/** Refuses (notFound) an execution that the caller may not see, or of another formula or instance. */
export async function requireExecution(ctx: Context, { executionId, formulaId, formulaInstanceId }: Named) {
  const execution = await records.findExecution(ctx.db.queries, ctx.caller, executionId);
  const isThere =
    execution &&
    (formulaId === undefined || execution.formulaId === formulaId) &&
    (formulaInstanceId === undefined || execution.formulaInstanceId === formulaInstanceId);
  if (!isThere) throw new Failure("notFound", `There is no execution ${executionId}.`);
  return execution;
}
