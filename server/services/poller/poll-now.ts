import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as pollers from "#server/store/poller/pollers.ts";
import { requireDesigner } from "../account/require-role.ts";
import type { Address } from "../instance/find-instance.ts";
import { needsReauthentication } from "../instance/needs-reauthentication.ts";
import { findPoller, refuseIdle } from "./find-poller.ts";
import { leaseMs, newOwner, pollInstance } from "./poll-instance.ts";

/**
 * Polls one resource now and returns its results; the next scheduled poll does not move. Refuses: notFound; badRequest
 * if polling is off; conflict while it is being polled; and errors of the provider.
 */
export async function pollNow(ctx: Context, { address, resource }: { address: Address; resource: string }) {
  requireDesigner(ctx);
  const { instance } = await findPoller(ctx, address, resource);
  refuseIdle(instance);
  if (!instance.valid) throw needsReauthentication();
  const { id: elementInstanceId, organizationId } = instance;
  const poller = await pollers.find(ctx.db.prisma, { elementInstanceId, organizationId });
  const owner = newOwner();
  if (!poller || !(await pollers.take(ctx.db.pool, { elementInstanceId, owner }, leaseMs(ctx.env))))
    throw new Failure("conflict", `The element instance ${elementInstanceId} is being polled right now. Try again.`);
  const found = await pollInstance(ctx, { elementInstanceId, owner, minutes: poller.minutes, resource });
  const polled = found.get(resource);
  if (!polled)
    throw new Failure("conflict", `The element instance ${elementInstanceId} was changed in the meantime. Try again.`);
  const { isOver, error, ...result } = polled;
  return { resource, ...result, hasMore: !isOver, ...(error !== null && { error }) };
}
