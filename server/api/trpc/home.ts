import { createDemoContact, findDemoCrm } from "#server/demo/create-demo-contact.ts";
import { listRuns } from "#server/services/execution/list-runs.ts";
import { oldestFormulaInstance } from "#server/services/formula/summarize-formulas.ts";
import { listInvalidInstances } from "#server/services/instance/name-instances.ts";
import { listFailedNotifications } from "#server/services/notification/failed-notifications.ts";
import { listGivenUp } from "#server/services/subscription/list-given-up.ts";
import { firstPage } from "./lists.ts";
import { router, signedIn } from "./trpc.ts";

const DAY_MS = 24 * 3600_000;
const MOST_BROKEN = 5;
const MOST_UNDELIVERED = 3;
const MOST_STOPPED = 3;

export const home = router({
  /** A demonstration: creates a contact in the demo CRM, which starts a formula. */
  createContact: signedIn.mutation(({ ctx }) => createDemoContact(ctx)),
  /** Recent activity, and what needs attention. */
  overview: signedIn.query(async ({ ctx }) => {
    // The number and the list it links to use the same query; the address of the list has the same filters.
    const failures = { state: "failed", isTrial: false, from: new Date(ctx.now().getTime() - DAY_MS) } as const;
    const [recent, failed, broken, instance, undelivered, stopped, demoCrm] = await Promise.all([
      listRuns(ctx, { page: firstPage(8) }),
      listRuns(ctx, { ...failures, page: firstPage(1) }),
      listInvalidInstances(ctx, MOST_BROKEN),
      oldestFormulaInstance(ctx),
      listFailedNotifications(ctx, MOST_UNDELIVERED),
      listGivenUp(ctx, MOST_STOPPED),
      findDemoCrm(ctx),
    ]);
    return {
      recent: recent.items,
      failed: { count: failed.total, from: failures.from.toISOString(), latest: failed.items[0] ?? null },
      broken,
      undelivered,
      /** Receivers that get nothing more, because their deliveries failed. */
      stopped,
      hasDemo: demoCrm !== undefined,
      firstFormulaId: instance?.formulaId,
    };
  }),
});
