import { listRuns } from "#server/services/execution/list-runs.ts";
import { listFormulaInstances } from "#server/services/formula-instance/list-formula-instances.ts";
import { listInstances } from "#server/services/instance/list-instances.ts";
import { first } from "./lists.ts";
import { router, signedIn } from "./trpc.ts";

const DAY_MS = 24 * 3600_000;

export const home = router({
  /** What happened last, and what somebody should look at. */
  overview: signedIn.query(async ({ ctx }) => {
    const from = new Date(ctx.now().getTime() - DAY_MS);
    const [recent, failed, connections, instances] = await Promise.all([
      listRuns(ctx, { page: first(8) }),
      listRuns(ctx, { state: "failed", isTrial: false, from, page: first(20) }),
      listInstances(ctx, { page: first(500) }),
      listFormulaInstances(ctx, { page: first(50) }),
    ]);
    return {
      recent: recent.items,
      failed: failed.items,
      broken: connections.items
        .filter(({ valid, disabled }) => !valid && !disabled)
        .map(({ id, name, element }) => ({ id, name, elementName: element?.name ?? "" })),
      connections: connections.total,
      runs: recent.total,
      firstFormulaId: instances.items.at(-1)?.formula.id,
    };
  }),
});
