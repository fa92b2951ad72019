import type { App } from "#server/context.ts";
import { polling } from "#server/element/event-kinds/polling.ts";
import { changesSince, isReported, type JudgedRow, type PollCursor } from "#server/element/polling/changes-since.ts";
import type { PollerEntry } from "#server/element/polling/poller-entry.ts";
import { inNotifications } from "#server/event/callback.ts";
import type { EventType } from "#server/event/shape.ts";
import type { OpenInstance } from "#server/store/element-instance/open-instances.ts";
import type { Trial } from "../hub/call-element.ts";
import { readRows } from "./read-rows.ts";
import { requestPage } from "./request-page.ts";

/**
 * Requests the first page of a resource as a poll from this cursor would, and returns which event each row would become
 * and why. Records nothing. Passes on errors of the provider.
 */
export async function rehearsePoll(
  app: App,
  connection: OpenInstance,
  { entry, cursor, now, trial }: { entry: PollerEntry; cursor: PollCursor; now: Date; trial?: Trial },
) {
  const { instance } = connection;
  const { since } = cursor;
  const { path, query } = entry.url({ since, configuration: instance.configuration });
  const page = await requestPage(app, instance, entry, { since }, trial);
  const judged = changesSince(entry, page.rows, cursor, now.getTime());
  const types = await eventTypes(app, connection, { entry, rows: judged.filter(isReported), now });
  return {
    resource: entry.resource,
    since: new Date(since).toISOString(),
    path,
    query,
    hasMore: page.nextPage !== undefined,
    ...(page.missingRoot !== undefined && {
      problem: `rootKey: the response has no ${page.missingRoot}, so it was read as an empty list.`,
    }),
    rows: judged.map((one) => ({
      ...presentRow(one),
      ...(isReported(one) && outcomeOf(one, types.get(one.id ?? ""))),
    })),
  };
}

const presentRow = ({ id, date, reason, row }: JudgedRow) => ({
  ...(id !== null && { id }),
  ...(date && { date: new Date(date.from).toISOString() }),
  reason,
  row,
});

const outcomeOf = ({ reason }: JudgedRow, eventType: EventType | undefined) =>
  eventType ? { eventType, reason } : { reason: "The event hook returned no object with this id." };

/** The kind of event that each row would become, by its id. */
async function eventTypes(
  app: App,
  connection: OpenInstance,
  { entry, rows, now }: { entry: PollerEntry; rows: JudgedRow[]; now: Date },
): Promise<Map<string, EventType>> {
  const types = new Map<string, EventType>();
  for (const part of inNotifications(polling.type, rows)) {
    const polled = { entry, rows: part, now, eventId: "0" };
    const { objects } = await readRows(app, connection, polled, { isRehearsal: true });
    for (const { objectId, eventType } of objects) types.set(objectId, eventType);
  }
  return types;
}
