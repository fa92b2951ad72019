import type { Context } from "#server/context.ts";
import { firstCursor } from "#server/element/polling/changes-since.ts";
import * as polledResources from "#server/store/poller/polled-resources.ts";
import { requireDesigner } from "../account/require-role.ts";
import type { Address } from "../instance/find-instance.ts";
import { needsReauthentication } from "../instance/needs-reauthentication.ts";
import { findPoller } from "./find-poller.ts";
import { rehearsePoll } from "./rehearse-poll.ts";

/**
 * Requests the first page of a resource as its next poll would, and returns which event each row would become and why.
 * Records nothing. Works even if polling is off. Refuses notFound, and passes on errors of the provider.
 */
export async function dryRun(ctx: Context, { address, resource }: { address: Address; resource: string }) {
  requireDesigner(ctx);
  const { instance, entry } = await findPoller(ctx, address, resource);
  const connection = await ctx.openInstances.find(ctx.caller, instance.id);
  if (!instance.valid || !connection) throw needsReauthentication();
  const { now, states } = await polledResources.readStates(ctx.db.pool, instance.id);
  const cursor = states.get(resource)?.cursor ?? firstCursor(instance.createdAt);
  return rehearsePoll(ctx, connection, { entry, cursor, now });
}
