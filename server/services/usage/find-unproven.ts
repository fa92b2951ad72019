import type { Context } from "#server/context.ts";
import type { Unproven } from "#server/element/connection-state.ts";
import { hasProvenAccess } from "#server/element/proven-access.ts";
import * as usage from "#server/store/usage/usage.ts";
import { wholeOf } from "../element/present-element.ts";
import { elementOf } from "../instance/find-instance.ts";

const DAY_MS = 86_400_000;
/** The records of requests that are read: an older success is no proof either. */
const MOST_DAYS = 30;

/** `configuration`: its secrets may be masked. */
type Instance = {
  id: number;
  createdDate: string;
  elementId: number;
  configuration: Readonly<Record<string, string>>;
};

/**
 * Finds the instances whose access is not proven, by id, with the reason: no recorded request to the provider has
 * succeeded, and they were not connected in a way that proves it since the records begin. Requests are recorded for as
 * many days as the organization keeps them, of which at most 30 count.
 */
export async function findUnproven(
  ctx: Context,
  instances: readonly Instance[],
): Promise<ReadonlyMap<number, Unproven>> {
  if (instances.length === 0) return new Map();
  const { env, usage: writer, db } = ctx;
  const now = ctx.now();
  const { organizationId, accountId } = ctx.caller;
  await writer.flush();
  const elementInstanceIds = instances.map(({ id }) => id);
  const days = Math.min(MOST_DAYS, env.RETENTION_DAYS);
  const rows = await usage.listUnsuccessful(db.queries, { organizationId, elementInstanceIds, now, days });
  const byId = new Map(rows.map(({ id, ...known }) => [id, known]));
  const open = instances.flatMap((instance) => {
    const known = byId.get(instance.id);
    return known ? [{ ...instance, ...known, from: now.getTime() - known.days * DAY_MS }] : [];
  });
  const resources = new Map(
    await Promise.all(
      [...new Set(open.filter(isRecent).map(({ elementId }) => elementId))].map(async (elementId) => {
        const element = await elementOf(ctx, { elementId, organizationId, accountId });
        return [elementId, element ? wholeOf(element).resources : []] as const;
      }),
    ),
  );
  return new Map(
    open.flatMap((one): [number, Unproven][] => {
      const { id, days, elementId, configuration } = one;
      if (!isRecent(one))
        return isGrantedSince(one) ? [] : [[id, { standing: one.isRequested ? "unproven" : "unused", days }]];
      const isProven = hasProvenAccess({ resources: resources.get(elementId) ?? [], configuration });
      return isProven ? [] : [[id, { standing: "untried" }]];
    }),
  );
}

const isRecent = ({ createdDate, from }: Pick<Instance, "createdDate"> & { from: number }): boolean =>
  new Date(createdDate).getTime() > from;

/** The provider granted or refreshed the access since then. */
const isGrantedSince = ({ configuration, from }: Pick<Instance, "configuration"> & { from: number }): boolean =>
  Number(configuration["oauth.user.refresh_time"]) > from;
