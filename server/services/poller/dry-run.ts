import type { Context } from "#server/context.ts";
import { polling } from "#server/element/event-kinds/polling.ts";
import { changesSince, firstCursor, isReported, type JudgedRow } from "#server/element/polling/changes-since.ts";
import type { PollerEntry } from "#server/element/polling/poller-entry.ts";
import { inNotifications } from "#server/event/callback.ts";
import type { EventType } from "#server/event/shape.ts";
import * as polledResources from "#server/store/poller/polled-resources.ts";
import { requireDesigner } from "../account/require-role.ts";
import type { Address } from "../instance/find-instance.ts";
import { needsReauthentication } from "../instance/needs-reauthentication.ts";
import { askPage } from "./ask-page.ts";
import { findPoller } from "./find-poller.ts";
import { readRows } from "./read-rows.ts";

/**
 * Requests the first page of a resource as its next poll would, and returns which event each row would become and why.
 * Records nothing. Works even if polling is off. Refuses notFound, and passes on errors of the provider.
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
  const judged = changesSince(entry, page.rows, cursor, now.getTime());
  const rehearsed = await rehearse(ctx, instance.id, { entry, rows: judged.filter(isReported), now });
  return {
    resource,
    since: new Date(since).toISOString(),
    path: asked.path,
    query: asked.query,
    hasMore: page.nextPage !== undefined,
    rows: judged.map((one) => ({
      ...presentRow(one),
      ...(isReported(one) && saidOf(one, rehearsed.get(one.id ?? ""))),
    })),
  };
}

const presentRow = ({ id, date, reason, row }: JudgedRow) => ({
  ...(id !== null && { id }),
  ...(date && { date: new Date(date.from).toISOString() }),
  reason,
  row,
});

const saidOf = ({ reason }: JudgedRow, eventType: EventType | undefined) =>
  eventType ? { eventType, reason } : { reason: "The event hook returned no object with this id." };

/** The kind of event that each row would become, by its id. */
async function rehearse(
  ctx: Context,
  elementInstanceId: number,
  { entry, rows, now }: { entry: PollerEntry; rows: JudgedRow[]; now: Date },
): Promise<Map<string, EventType>> {
  const connection = await ctx.openInstances.find(ctx.caller, elementInstanceId);
  const types = new Map<string, EventType>();
  if (!connection) return types;
  for (const part of inNotifications(polling.type, rows)) {
    const asked = { entry, rows: part, now, eventId: "0" };
    const { objects } = await readRows(ctx, connection, asked, { isRehearsal: true });
    for (const { objectId, eventType } of objects) types.set(objectId, eventType);
  }
  return types;
}
