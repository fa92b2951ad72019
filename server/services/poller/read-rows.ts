import type { App } from "#server/context.ts";
import { dedupKeyOf, type JudgedRow } from "#server/element/polling/changes-since.ts";
import type { PollerEntry } from "#server/element/polling/poller-entry.ts";
import type { OpenInstance } from "#server/store/element-instance/open-instances.ts";
import { readPolled } from "../event/read-polled.ts";

type Rows = { entry: PollerEntry; rows: JudgedRow[]; now: Date; eventId: string };

/** Converts changed rows to the objects of an event and its payload. */
export async function readRows(
  app: App,
  connection: OpenInstance,
  { entry, rows, now, eventId }: Rows,
  options: { isRehearsal?: boolean } = {},
) {
  const { instance, plan } = connection;
  const { resource } = entry;
  const elementKey = plan.element.key ?? "";
  const polled = rows.map((row) => ({
    elementKey,
    eventType: row.verdict === "created" ? ("CREATED" as const) : ("UPDATED" as const),
    objectId: row.id ?? "",
    objectType: resource,
    date: (row.date ? new Date(row.date.from) : now).toISOString(),
    pollDate: now.toISOString(),
    dedupKey: dedupKeyOf(entry, row),
  }));
  const raw = { instance_id: instance.id, objectType: resource, [resource]: rows.map(({ row }) => row) };
  const hookCall = { eventId, objects: polled, payload: raw, path: `/${resource}` };
  return { objects: await readPolled(app, connection, hookCall, options), raw };
}
