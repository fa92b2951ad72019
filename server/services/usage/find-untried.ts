import type { Context } from "#server/context.ts";
import { hasProvenAccess } from "#server/element/connection-state.ts";
import * as usage from "#server/store/usage/usage.ts";

/** Requests are recorded for 30 days, so nothing is known about older instances. */
const KNOWN_MS = 30 * 86_400_000;

type Instance = { id: number; createdDate: string };

/**
 * The ids of those instances to whose provider no request has succeeded: neither when they were connected, nor since
 * then. Instances that are older than the records of requests are left out.
 */
export async function findUntried(ctx: Context, instances: readonly Instance[]): Promise<ReadonlySet<number>> {
  const [now, { organizationId }] = [ctx.now(), ctx.caller];
  const from = new Date(now.getTime() - KNOWN_MS);
  const recent = instances.filter(({ createdDate }) => new Date(createdDate) > from).map(({ id }) => id);
  if (recent.length === 0) return new Set();
  await ctx.usage.flush();
  const tried = new Set(await usage.listTried(ctx.db.queries, { organizationId, elementInstanceIds: recent, from }));
  const open = await Promise.all(
    recent.filter((id) => !tried.has(id)).map((id) => ctx.openInstances.find(ctx.caller, id)),
  );
  return new Set(
    open.flatMap((one) => (one && !hasProvenAccess(one.plan, one.instance.configuration) ? one.instance.id : [])),
  );
}
