import type { Context } from "#server/context.ts";
import { attemptOf, hasEnded, isTrial, runState } from "#server/formula/run-state.ts";
import { mapPage, type PageRequest } from "#server/page.ts";
import * as runs from "#server/store/runs.ts";

/** Executions as the list of runs shows them, newest first. `total` counts to 10,001 and no further. */
export async function listRuns(ctx: Context, { page, ...filter }: runs.RunFilter & { page: PageRequest }) {
  const found = await runs.listRuns(ctx.db.queries, ctx.caller, filter, page);
  return mapPage(found, ({ createdAt, updatedAt, retryAt, isHeld, ...row }) => {
    const state = runState({ ...row, isHeld });
    return {
      ...row,
      state,
      isTrial: isTrial(row),
      attempt: attemptOf(row, state),
      formulaName: row.formulaName ?? `Formula ${row.formulaId} (deleted)`,
      instanceName: row.instanceName ?? `Instance ${row.formulaInstanceId} (deleted)`,
      startedAt: createdAt.toISOString(),
      durationMs: hasEnded(state) ? Math.max(0, updatedAt.getTime() - createdAt.getTime()) : null,
      retryAt: retryAt?.toISOString() ?? null,
    };
  });
}
