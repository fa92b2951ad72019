import type { Context } from "#server/context.ts";
import * as runs from "#server/store/execution/runs.ts";

const HOUR_MS = 3600_000;
const HOURS = 24;
const ENDS = ["success", "failed", "timedOut"] as const;

/**
 * How many runs of a formula started in each of the last 24 hours, by how they ended; tests of drafts do not count. The
 * list of runs with the same state, `kind=real` and the times of an hour has as many: both read the same filter.
 */
export async function countRunsByHour(ctx: Context, { formulaId }: { formulaId: number }) {
  const to = (Math.floor(ctx.now().getTime() / HOUR_MS) + 1) * HOUR_MS;
  const from = to - HOURS * HOUR_MS;
  const filter = { formulaId, isTrial: false, from: new Date(from), to: new Date(to) };
  const counted = await runs.countRunsByHour(ctx.db.queries, ctx.caller, filter, ENDS);
  const byHour = new Map(counted.map(({ hour, ...counts }) => [hour, counts]));
  return Array.from({ length: HOURS }, (_, hour) => ({
    from: new Date(from + hour * HOUR_MS).toISOString(),
    to: new Date(from + (hour + 1) * HOUR_MS).toISOString(),
    ...{ success: 0, failed: 0, timedOut: 0 },
    ...byHour.get(hour),
  }));
}
