import { listExecutions } from "#server/services/execution/list-executions.ts";
import { listFormulaInstances } from "#server/services/formula-instance/list-formula-instances.ts";
import { listInstances } from "#server/services/instance/list-instances.ts";
import { first, named, namesOfInstances } from "./lists.ts";
import { router, signedIn } from "./trpc.ts";

const DAY_MS = 24 * 3600_000;

export const home = router({
  /** What happened last, and what somebody should look at. */
  overview: signedIn.query(async ({ ctx }) => {
    const [recent, failed, connections, instances, names] = await Promise.all([
      listExecutions(ctx, { page: first(8) }),
      listExecutions(ctx, { status: "failed", page: first(20) }),
      listInstances(ctx, { page: first(500) }),
      listFormulaInstances(ctx, { page: first(50) }),
      namesOfInstances(ctx),
    ]);
    const since = ctx.now().getTime() - DAY_MS;
    return {
      recent: recent.items.map((run) => named(run, names)),
      failed: failed.items.filter(({ createdDate }) => Date.parse(createdDate) > since).map((run) => named(run, names)),
      broken: connections.items
        .filter(({ valid, disabled }) => !valid && !disabled)
        .map(({ id, name, element }) => ({ id, name, elementName: element?.name ?? "" })),
      connections: connections.total,
      runs: recent.total,
      firstFormulaId: instances.items.at(-1)?.formula.id,
    };
  }),
});
