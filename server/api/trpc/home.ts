import { listRuns } from "#server/services/execution/list-runs.ts";
import { oldestFormulaInstance } from "#server/services/formula/summarize-formulas.ts";
import { listInvalidInstances } from "#server/services/instance/name-instances.ts";
import { listFailedNotifications } from "#server/services/notification/failed-notifications.ts";
import { first } from "./lists.ts";
import { router, signedIn } from "./trpc.ts";

const DAY_MS = 24 * 3600_000;
const MOST_BROKEN = 5;
const MOST_UNDELIVERED = 3;

export const home = router({
  /** What happened last, and what somebody should look at. */
  overview: signedIn.query(async ({ ctx }) => {
    const from = new Date(ctx.now().getTime() - DAY_MS);
    const [recent, failed, broken, instance, undelivered] = await Promise.all([
      listRuns(ctx, { page: first(8) }),
      listRuns(ctx, { state: "failed", isTrial: false, from, page: first(1) }),
      listInvalidInstances(ctx, MOST_BROKEN),
      oldestFormulaInstance(ctx),
      listFailedNotifications(ctx, MOST_UNDELIVERED),
    ]);
    return {
      recent: recent.items,
      failed: { count: failed.total, latest: failed.items[0] ?? null },
      broken,
      undelivered,
      firstFormulaId: instance?.formulaId,
    };
  }),
});
