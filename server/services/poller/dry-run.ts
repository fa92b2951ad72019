import type { Context } from "#server/context.ts";
import { changesSince, firstCursor } from "#server/element/polling/changes-since.ts";
import * as polledResources from "#server/store/polled-resources.ts";
import { requireDesigner } from "../account/require-role.ts";
import type { Address } from "../instance/find-instance.ts";
import { needsReauthentication } from "../instance/needs-reauthentication.ts";
import { askPage } from "./ask-page.ts";
import { findPoller } from "./find-poller.ts";

/**
 * Asks for the first page of a resource as its next poll would, and answers what that would make of each row and why.
 * Nothing is recorded. Also where polling is off. Refuses notFound, and what the provider refuses.
 */
export async function dryRun(ctx: Context, address: Address, resource: string) {
  requireDesigner(ctx);
  const { instance, entry } = await findPoller(ctx, address, resource);
  if (!instance.valid) throw needsReauthentication();
  const { now, states } = await polledResources.readStates(ctx.db.pool, instance.id);
  const cursor = states.get(resource)?.cursor ?? firstCursor(instance.createdAt);
  const { since } = cursor;
  const asked = entry.url({ since, configuration: instance.configuration });
  const page = await askPage(ctx, instance, entry, { since });
  return {
    resource,
    since: new Date(since).toISOString(),
    path: asked.path,
    query: asked.query,
    hasMore: page.nextPage !== undefined,
    rows: changesSince(entry, page.rows, cursor, now.getTime()).map(({ verdict, reason, id, date, row }) => ({
      ...(id !== null && { id }),
      ...(date && { date: new Date(date.from).toISOString() }),
      ...(verdict === "created" && { eventType: "CREATED" as const }),
      ...(verdict === "updated" && { eventType: "UPDATED" as const }),
      reason,
      row,
    })),
  };
}
