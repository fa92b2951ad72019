import type { Context } from "#server/context.ts";
import { attemptOf, hasEnded, isTrial, runState } from "#server/formula/run-state.ts";
import { mapPage, type PageRequest } from "#server/page.ts";
import * as runs from "#server/store/execution/runs.ts";
import { namesOfRun } from "./names-of-run.ts";
import { durationOf } from "./run-duration.ts";

/** The executions of the list of runs, newest first. `total` stops at 10,001. */
export async function listRuns(ctx: Context, { page, ...filter }: runs.RunFilter & { page: PageRequest }) {
  const found = await runs.listRuns(ctx.db.queries, ctx.caller, filter, page);
  return mapPage(
    found,
    ({ createdAt, updatedAt, lastStepEnd, retryAt, isHeld, reason, recordedName, failedStepError, ...row }) => {
      const state = runState({ ...row, reason, isHeld });
      return {
        ...row,
        // An execution has an error of its own once it is over.
        error: row.error ?? (state === "waitingRetry" ? failedStepError : null),
        state,
        isTrial: isTrial(row),
        attempt: attemptOf(row, state),
        ...namesOfRun({ ...row, recordedName }),
        startedAt: createdAt.toISOString(),
        durationMs: hasEnded(state) ? durationOf({ createdAt, updatedAt, lastStepEnd }) : null,
        retryAt: retryAt?.toISOString() ?? null,
      };
    },
  );
}
