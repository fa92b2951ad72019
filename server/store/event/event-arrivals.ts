import { createHash } from "node:crypto";
import type pg from "pg";
import type { IncomingEvent } from "#server/event/shape.ts";
import { column, rowInputs } from "../database/column.ts";

/** An object or an event that may be a repeat. */
export type Repeatable = { dedupKey?: string | undefined };

/** An event whose objects may be repeats. */
type Incoming = Repeatable & {
  id: number;
  organizationId: number;
  elementInstanceId: number;
  objects: IncomingEvent[];
};

/** The parts of an event that may be repeats: its objects, or itself if it has none. */
export const repeatablesIn = (event: Incoming): Repeatable[] => (event.objects.length > 0 ? event.objects : [event]);

const DEDUP_DAYS = 7;

/** An object with its hashed deduplication key. */
type Arrival = { object: Repeatable; key: Buffer; event: Incoming };

const ARRIVALS = rowInputs<{ arrival: Arrival }>({
  arrival: {
    n: column.int((_, index) => index),
    organization_id: column.int(({ event }) => event.organizationId),
    element_instance_id: column.int(({ event }) => event.elementInstanceId),
    key: column.bytea(({ key }) => key),
    event_id: column.bigint(({ event }) => event.id),
  },
});

const SAME_ARRIVAL =
  "a.organization_id = arrival.organization_id and a.element_instance_id = arrival.element_instance_id and a.key = arrival.key";

/** Keys of which the last event is older than that count as new; all others are inserted unless they exist. */
const MARK_ARRIVALS = `with arrival as (select * from ${ARRIVALS.rows("arrival")}), renewed as (
    update event_arrival a set event_id = expired.event_id, created_at = now()
    from (select arrival.* from arrival join event_arrival a on ${SAME_ARRIVAL}
      where a.created_at < now() - interval '${DEDUP_DAYS} days' order by a.element_instance_id, a.key for update of a) expired
    where ${SAME_ARRIVAL.replaceAll("arrival.", "expired.")}
    returning expired.n
  ), inserted as (
    insert into event_arrival (organization_id, element_instance_id, key, event_id)
    select organization_id, element_instance_id, key, event_id from arrival order by element_instance_id, key
    on conflict do nothing
    returning element_instance_id, key
  )
  select arrival.n, coalesce(a.event_id, 0) as event_id from arrival
  left join event_arrival a on ${SAME_ARRIVAL}
  where not exists (select from renewed r where r.n = arrival.n)
    and not exists (select from inserted i where i.element_instance_id = arrival.element_instance_id and i.key = arrival.key)`;

const FIND_ARRIVALS = `select arrival.n, a.event_id from ${ARRIVALS.rows("arrival")} join event_arrival a on ${SAME_ARRIVAL}`;

/**
 * Records deduplication keys and returns the repeated objects and events without objects, with the id of the event that first contained each. A
 * concurrent transaction with the same key waits here until the first one ends. All transactions insert keys in the
 * same order, so they cannot deadlock.
 */
export async function markArrivals(client: pg.ClientBase, events: Incoming[]): Promise<Map<Repeatable, number>> {
  const repeats = new Map<Repeatable, number>();
  const firsts = new Map<string, Arrival>();
  const copies: { copy: Repeatable; first: Repeatable; event: Incoming }[] = [];
  for (const event of events) {
    for (const object of repeatablesIn(event)) {
      if (object.dedupKey === undefined) continue;
      const key = createHash("sha256").update(object.dedupKey).digest();
      const name = `${event.elementInstanceId} ${key.toString("base64")}`;
      const first = firsts.get(name);
      if (first) copies.push({ ...first, copy: object, first: first.object });
      else firsts.set(name, { object, key, event });
    }
  }
  if (firsts.size === 0) return repeats;
  const distinct = [...firsts.values()];
  const { rows } = await client.query<{ n: number; event_id: string }>({
    name: "event_arrivals",
    text: MARK_ARRIVALS,
    values: ARRIVALS.parameters({ arrival: distinct }),
  });
  const unseen: number[] = [];
  for (const { n, event_id } of rows) {
    const { object } = distinct[n] as { object: Repeatable }; // one of the requested keys
    repeats.set(object, Number(event_id));
    if (event_id === "0") unseen.push(n);
  }
  if (unseen.length > 0) await findBefore(client, distinct, unseen, repeats);
  for (const { copy, first, event } of copies) repeats.set(copy, repeats.get(first) ?? event.id);
  return repeats;
}

/** Finds keys that were committed while the previous statement waited; only a new statement sees them. */
async function findBefore(
  client: pg.ClientBase,
  arrivals: Arrival[],
  unseen: number[],
  repeats: Map<Repeatable, number>,
): Promise<void> {
  const missing = unseen.flatMap((n) => arrivals[n] ?? []);
  const { rows } = await client.query<{ n: number; event_id: string }>(
    FIND_ARRIVALS,
    ARRIVALS.parameters({ arrival: missing }),
  );
  for (const { n, event_id } of rows) {
    const found = missing[n];
    if (found) repeats.set(found.object, Number(event_id));
  }
}
