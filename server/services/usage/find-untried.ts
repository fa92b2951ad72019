import type { Context } from "#server/context.ts";
import { hasProvenAccess } from "#server/element/proven-access.ts";
import * as usage from "#server/store/usage/usage.ts";
import { wholeOf } from "../element/present-element.ts";
import { elementOf } from "../instance/find-instance.ts";

/** Requests are recorded for 30 days, so nothing is known about older instances. */
const KNOWN_MS = 30 * 86_400_000;

/** `configuration`: its secrets may be masked. */
type Instance = {
  id: number;
  createdDate: string;
  elementId: number;
  configuration: Readonly<Record<string, string>>;
};

/**
 * The ids of those instances to whose provider no request has succeeded: neither when they were connected, nor since
 * then. Instances that are older than the records of requests are left out.
 */
export async function findUntried(ctx: Context, instances: readonly Instance[]): Promise<ReadonlySet<number>> {
  const { now, db } = ctx;
  const { organizationId, accountId } = ctx.caller;
  const from = new Date(now().getTime() - KNOWN_MS);
  const recent = instances.filter(({ createdDate }) => new Date(createdDate) > from);
  if (recent.length === 0) return new Set();
  await ctx.usage.flush();
  const elementInstanceIds = recent.map(({ id }) => id);
  const tried = new Set(await usage.listTried(db.queries, { organizationId, elementInstanceIds, from }));
  const open = recent.filter(({ id }) => !tried.has(id));
  const resources = new Map(
    await Promise.all(
      [...new Set(open.map(({ elementId }) => elementId))].map(async (elementId) => {
        const element = await elementOf(ctx, { elementId, organizationId, accountId });
        return [elementId, element ? wholeOf(element).resources : []] as const;
      }),
    ),
  );
  const isUnproven = ({ elementId, configuration }: Instance) =>
    !hasProvenAccess({ resources: resources.get(elementId) ?? [], configuration });
  return new Set(open.filter(isUnproven).map(({ id }) => id));
}
