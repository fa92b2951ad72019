import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as runs from "#server/store/execution/runs.ts";
import { requireDesigner } from "../account/require-role.ts";
import { replay, runAgainBefore } from "./run-again.ts";

/** An execution and its rerun. */
export type StartedAgain = { executionId: number; id: number };

/**
 * Replays executions, the oldest first, by the current revisions of their formulas. If one cannot run, the others still
 * run, and an execution that was already run again is not run twice, also if others run it again at the same time.
 * Refuses forbidden.
 */
export async function runManyAgain(
  ctx: Context,
  executionIds: readonly number[],
): Promise<{ started: StartedAgain[]; refused: { executionId: number; message: string }[] }> {
  requireDesigner(ctx);
  const ids = [...new Set(executionIds)].sort((one, other) => one - other);
  const due = await runs.listNotRunAgain(ctx.db.queries, ctx.caller, ids);
  const started: StartedAgain[] = [];
  const refused: { executionId: number; message: string }[] = [];
  for (const executionId of ids)
    try {
      if (!due.has(executionId)) throw runAgainBefore();
      started.push({ executionId, ...(await replay(ctx, { executionId, onlyFirst: true })) });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      refused.push({ executionId, message: error.message });
    }
  return { started, refused };
}
