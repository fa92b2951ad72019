import type { Context } from "#server/context.ts";
import { isoSeconds } from "#server/iso-date.ts";
import { lastExecutions } from "#server/store/execution/last-executions.ts";

/** The last run of each of these formula instances, which the caller sees; those that have not run are left out. */
export async function lastRuns({ db, caller }: Context, formulaInstanceIds: readonly number[]) {
  const found = await lastExecutions(db.queries, caller.organizationId, formulaInstanceIds);
  return new Map(
    found.map(({ formulaInstanceId, id, status, createdAt }) => [
      formulaInstanceId,
      { id, status, createdDate: isoSeconds(createdAt) },
    ]),
  );
}
