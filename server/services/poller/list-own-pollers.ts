import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import type { PageRequest } from "#server/page.ts";
import { ownScope } from "#server/store/database/scope.ts";
import * as elementInstances from "#server/store/element-instance/element-instances.ts";
import { listPolledInstances } from "#server/store/poller/own-pollers.ts";
import { describePolling, readPolling } from "./list-pollers.ts";

/** The polled connections that the caller sees, newest first, each with its resources. */
export async function listOwnPollers(
  ctx: Context,
  filter: { elementInstanceId?: number | undefined; page: PageRequest },
) {
  const found = await listPolledInstances(ctx.db.queries, ctx.caller, filter);
  const ids = found.items.map(({ id }) => id);
  const [instances, polling] = await Promise.all([
    elementInstances.findMany(ctx, ownScope(ctx.caller), ids),
    readPolling(ctx, ids),
  ]);
  const items = instances.map((instance) => ({
    id: instance.id,
    name: instance.name,
    ...resourcesOf(instance, polling),
  }));
  return { ...found, items };
}

/** The configuration of a poller may be invalid, which must not hide the others. */
function resourcesOf(...given: Parameters<typeof describePolling>) {
  try {
    return { resources: describePolling(...given), problem: null };
  } catch (error) {
    if (error instanceof Failure) return { resources: [], problem: error.message };
    throw error;
  }
}
