import type { Context } from "#server/context.ts";
import { resetCursorOf } from "#server/element/polling/advance-cursor.ts";
import { Failure } from "#server/errors.ts";
import * as polledResources from "#server/store/poller/polled-resources.ts";
import * as pollers from "#server/store/poller/pollers.ts";
import { requireDesigner } from "../account/require-role.ts";
import { record } from "../audit/record.ts";
import type { Address } from "../instance/find-instance.ts";
import { findPoller } from "./find-poller.ts";
import { leaseMs, newOwner } from "./poll-instance.ts";

/**
 * Resets the cursor of a resource: the next poll starts from the creation of the instance, or from `from`. Events of
 * the last seven days are not repeated. Of a resource without dates all rows become events. Refuses: notFound;
 * badRequest for `from` without dates; conflict while it is polled.
 */
export async function resetCursor(
  ctx: Context,
  { address, resource, from }: { address: Address; resource: string; from?: Date | undefined },
) {
  requireDesigner(ctx);
  const { instance, entry } = await findPoller(ctx, address, resource);
  const { id: elementInstanceId, organizationId } = instance;
  const lease = { elementInstanceId, owner: newOwner() };
  const isPolled = (await pollers.find(ctx.db.prisma, { elementInstanceId, organizationId })) !== null;
  if (isPolled && !(await pollers.take(ctx.db.pool, lease, leaseMs(ctx.env))))
    throw new Failure("conflict", `The element instance ${elementInstanceId} is being polled right now. Try again.`);
  try {
    const { states } = await polledResources.readStates(ctx.db.pool, elementInstanceId);
    const before = states.get(resource)?.cursor ?? null;
    const cursor = resetCursorOf(entry, { from, startsAt: instance.createdAt, cursor: before });
    await ctx.db.prisma.$transaction(async (tx) => {
      const key = { elementInstanceId, organizationId, resource };
      await polledResources.setCursor(tx, key, cursor);
      await record(tx, ctx, { entity: "elementInstance", entityId: elementInstanceId, action: "pollerReset" });
    });
  } finally {
    await pollers.release(ctx.db.pool, lease, null);
  }
  return {};
}
