import { isRecord } from "../element/bare-record.ts";
import { changesSince } from "../element/polling/changes-since.ts";
import type { PollerEntry } from "../element/polling/poller-entry.ts";
import { type Delivery, fromBody } from "./normalise.ts";
import type { Arriving } from "./shape.ts";

/** Everything is news: whoever sends objects has decided that already. */
const NOTHING_TOLD = { since: 0, newest: null, seen: {}, isLearning: false };

/**
 * The objects of a polling event `{instance_id, objectType, <objectType>: […]}` that somebody else polled (contract
 * formulas.md §1.9). With an entry of the poller for this type its id and dates say what happened to them.
 */
export function fromPolled(payload: unknown, delivery: Delivery, entries: readonly PollerEntry[]): Arriving[] {
  const objects = fromBody(payload, delivery);
  const type = isRecord(payload) ? payload.objectType : undefined;
  const entry = entries.find(({ resource }) => resource === type);
  const rows = isRecord(payload) && entry ? payload[entry.resource] : undefined;
  if (!entry || !Array.isArray(rows)) return objects;
  const pollDate = `${delivery.now.toISOString().slice(0, 19)}Z`;
  const now = delivery.now.getTime();
  return objects.map((object, n) => {
    const [judged] = n < rows.length ? changesSince({ ...entry, delayMs: 0 }, [rows[n]], NOTHING_TOLD, now) : [];
    const told = { ...object, objectId: judged?.id ?? object.objectId, pollDate };
    if (!judged?.date || (judged.verdict !== "created" && judged.verdict !== "updated")) return told;
    const date = `${new Date(judged.date.from).toISOString().slice(0, 19)}Z`;
    return { ...told, eventType: judged.verdict === "created" ? "CREATED" : "UPDATED", date };
  });
}
