import type pg from "pg";
import { isConnectionLost } from "#server/connection-errors.ts";
import type { EventSource } from "#server/element/event-kinds/registry.ts";
import type { EventObject, IncomingEvent } from "#server/event/shape.ts";
import { column, rowInputs } from "../database/column.ts";
import { inTransaction } from "../database/transaction.ts";
import { endsOf } from "../execution/execution-places.ts";
import { markArrivals, repeatablesIn } from "./event-arrivals.ts";

/** An event to be written, with the objects of one webhook or poll. */
export type NewEvent = {
  id: number;
  organizationId: number;
  accountId: number;
  elementInstanceId: number;
  elementKey: string;
  /** The topic that subscriptions filter by. */
  topic: string;
  source: EventSource;
  objects: IncomingEvent[];
  /** The deduplication key of an event without objects. */
  dedupKey?: string | undefined;
  /** JSON text; null if the event `rawEventId` stores it. */
  raw: string | null;
  rawEventId: number | null;
  /** The request of a webhook that is not parsed yet; such an event has no objects. */
  unread: string | null;
  /** The request id of the webhook or poll. */
  requestId: string | null;
  /** The webhook as it arrived, as JSON text without credentials; null for polled events. */
  request: string | null;
  createdAt: Date;
};

/** An event as it was written, without repeated objects. */
export type WrittenEvent = Omit<NewEvent, "objects"> & { objects: EventObject[]; notifies: boolean };

/** A formula instance to start for the object `n` of an event. */
export type EventStart = { eventId: number; n: number; formulaInstanceId: number; organizationId: number };

export type Written = {
  events: WrittenEvent[];
  starts: EventStart[];
  /** The number of repeated objects, and the events that first contained them. */
  repeated: number;
  repeatedIn: number[];
};

/**
 * Events that are written atomically; `follow` runs in the same transaction. With `unreadId`, the first event replaces
 * the unparsed event with that id.
 */
export type EventWrite = {
  events: NewEvent[];
  unreadId?: number | undefined;
  follow: (client: pg.ClientBase, events: WrittenEvent[]) => Promise<void>;
};

const MOST_BYTES = 8 * 2 ** 20;
const MOST_WRITES = 200;

type Waiting = EventWrite & { resolve: (written: Written) => void; reject: (error: unknown) => void };

/**
 * Writes events and the starts that they trigger. Concurrent writes are grouped into one transaction; each promise
 * resolves once the transaction is committed. If Postgres rejects an event, the other events of the group are still
 * written. Rejects if the database is unavailable.
 */
export function eventWriter(pool: pg.Pool) {
  const gathering: Waiting[] = [];
  let isWriting = false;

  async function pump() {
    while (gathering.length > 0) await commit(pool, takeGroup());
    isWriting = false;
  }

  function takeGroup(): Waiting[] {
    let bytes = 0;
    const over = gathering.findIndex(({ events }, index) => {
      bytes += sizeOf(events);
      return index > 0 && (bytes > MOST_BYTES || index >= MOST_WRITES);
    });
    return gathering.splice(0, over < 0 ? gathering.length : over);
  }

  return (write: EventWrite) =>
    new Promise<Written>((resolve, reject) => {
      gathering.push({ ...write, resolve, reject });
      if (isWriting) return;
      isWriting = true;
      setImmediate(pump);
    });
}

const sizeOf = (events: NewEvent[]) =>
  events.reduce((sum, { raw, unread }) => sum + (raw?.length ?? 0) + (unread?.length ?? 0), 0);

async function commit(pool: pg.Pool, group: Waiting[]): Promise<void> {
  try {
    const written = await inTransaction(pool, (client) => writeGroup(client, group));
    for (const [index, { resolve }] of group.entries()) resolve(written[index] as Written); // one result for each write
  } catch (error) {
    if (group.length === 1 || isConnectionLost(error)) {
      for (const { reject } of group) reject(error);
      return;
    }
    for (const one of group) await commit(pool, [one]);
  }
}

async function writeGroup(client: pg.ClientBase, group: Waiting[]): Promise<Written[]> {
  await takeUnread(
    client,
    group.flatMap(({ unreadId }) => unreadId ?? []),
  );
  const repeats = await markArrivals(
    client,
    group.flatMap(({ events }) => events),
  );
  const kept = group.map(({ events, unreadId }) =>
    events.flatMap((event) => {
      const objects = event.objects.filter((object) => !repeats.has(object));
      // An incoming message without objects is also an event; one that contains only repeated objects, or was itself
      // repeated, is not, unless its id was already returned.
      const isNew = repeatablesIn(event).some((repeatable) => !repeats.has(repeatable));
      const isEvent = isNew || event.id === unreadId;
      return isEvent ? [{ ...event, objects: objects.map(withoutKey) }] : [];
    }),
  );
  const { notifying, starts } = await insert(client, kept.flat());
  await countRepeats(client, repeats.values());
  const written: Written[] = [];
  for (const [index, { events: given, follow }] of group.entries()) {
    const events = (kept[index] ?? []).map((event) => ({ ...event, notifies: notifying.has(event.id) }));
    await follow(client, events);
    const known = new Set(events.map(({ id }) => id));
    const again = given.flatMap(repeatablesIn).filter((object) => repeats.has(object));
    written.push({
      events,
      starts: starts.filter(({ eventId }) => known.has(eventId)),
      repeated: again.length,
      repeatedIn: [...new Set(again.flatMap((object) => repeats.get(object) ?? []))],
    });
  }
  return written;
}

/**
 * Counts the repeats of earlier events; a first arrival runs no statement here. Rows are locked in the order of their
 * ids, so that concurrent counts do not deadlock. Repeats within one webhook are not counted, because their event may
 * not be written.
 */
async function countRepeats(client: pg.ClientBase, eventIds: Iterable<number>): Promise<void> {
  const counts = new Map<number, number>();
  for (const id of eventIds) counts.set(id, (counts.get(id) ?? 0) + 1);
  if (counts.size === 0) return;
  await client.query({
    name: "event_repeats",
    text: `with repeated as (
        select e.id, r.count from unnest($1::bigint[], $2::int[]) as r(id, count) join event e on e.id = r.id
        where e.id between $3::bigint and $4::bigint order by e.id for update of e)
      update event e set repeats = e.repeats + r.count from repeated r where e.id = r.id and e.id between $3 and $4`,
    values: [[...counts.keys()], [...counts.values()], ...endsOf([...counts.keys()])],
  });
}

/** If two processes parse the same event concurrently, the second is rejected here. */
async function takeUnread(client: pg.ClientBase, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  const { rowCount } = await client.query({
    name: "event_take_unread",
    text: "delete from event where id = any($1::bigint[]) and id between $2 and $3 and status = 'NEW'",
    values: [ids, ...endsOf(ids)],
  });
  if (rowCount !== ids.length) throw new Error("An event was read by somebody else meanwhile.");
}

const withoutKey = ({ dedupKey: _, ...object }: IncomingEvent): EventObject => object;

type InsertedEvent = Omit<WrittenEvent, "notifies">;
type InsertedObject = {
  eventId: number;
  n: number;
  elementInstanceId: number;
  organizationId: number;
  objectType: string;
  eventType: string;
};

async function insert(client: pg.ClientBase, events: InsertedEvent[]) {
  if (events.length === 0) return { notifying: new Set<number>(), starts: [] };
  const objects = events.flatMap(({ id, elementInstanceId, organizationId, objects }) =>
    objects.map(({ objectType, eventType }, n) => ({
      ...{ eventId: id, n, elementInstanceId, organizationId },
      ...{ objectType: storable(objectType), eventType: storable(eventType) },
    })),
  );
  const { rows } = await client.query<{ notifying: string[] | null; starts: EventStart[] | null }>({
    name: "event_write",
    text: WRITE,
    values: INPUT.parameters({ e: events, o: objects }),
  });
  const [row] = rows;
  return { notifying: new Set((row?.notifying ?? []).map(Number)), starts: row?.starts ?? [] };
}

/** Text that Postgres can store. */
const storable = (text: string) => text.replaceAll("\0", "\ufffd").toWellFormed();

const INPUT = rowInputs<{ e: InsertedEvent; o: InsertedObject }>({
  e: {
    id: column.bigint((event) => event.id),
    organization_id: column.int((event) => event.organizationId),
    account_id: column.int((event) => event.accountId),
    element_instance_id: column.int((event) => event.elementInstanceId),
    element_key: column.text((event) => event.elementKey),
    topic: column.text((event) => event.topic),
    source: column.text((event) => event.source),
    unread: column.text((event) => event.unread),
    objects: column.text(({ objects }) => JSON.stringify(objects)),
    object_ids: column.text(({ objects }) => JSON.stringify(objects.map(({ objectId }) => storable(objectId)))),
    raw: column.text((event) => event.raw),
    raw_event_id: column.bigint((event) => event.rawEventId),
    request_id: column.text((event) => event.requestId),
    request: column.text((event) => event.request),
    created_at: column.timestamptz((event) => event.createdAt),
  },
  o: {
    event_id: column.bigint((object) => object.eventId),
    n: column.int((object) => object.n),
    element_instance_id: column.int((object) => object.elementInstanceId),
    organization_id: column.int((object) => object.organizationId),
    object_type: column.text((object) => object.objectType),
    event_type: column.text((object) => object.eventType),
  },
});

/**
 * Inserts the events and, for each of their objects, one row for each formula instance to start: those whose trigger has
 * no filter, or one that the object passes.
 */
const WRITE = `
with start as (
  insert into event_start (event_id, n, formula_instance_id, organization_id)
  select o.event_id, o.n, s.formula_instance_id, s.organization_id
  from ${INPUT.rows("o")}
  join event_subscription s on s.element_instance_id = o.element_instance_id and s.organization_id = o.organization_id
    and (s.object_type is null or s.object_type = o.object_type)
    and (s.event_types = '{}' or o.event_type = any(s.event_types))
  returning event_id, n, formula_instance_id, organization_id
), written as (
  insert into event (id, organization_id, account_id, element_instance_id, element_key, source, status, objects, object_ids,
    raw, raw_event_id, unread, read_until, notifies, request_id, request, created_at, updated_at)
  select e.id, e.organization_id, e.account_id, e.element_instance_id, e.element_key, e.source,
    case when e.unread is not null then 'NEW' when exists (select from start where event_id = e.id) then 'RECEIVED'
      when subscribed.wanted then 'DISPATCHED' else 'CONSUMED' end,
    e.objects, array(select jsonb_array_elements_text(e.object_ids::jsonb)), e.raw, e.raw_event_id, e.unread,
    case when e.unread is not null then now() end, subscribed.wanted, e.request_id, e.request, e.created_at, e.created_at
  from ${INPUT.rows("e")}
  cross join lateral (select e.unread is null and exists (
    select from subscription s where s.topics @> array[e.topic] and s.organization_id = e.organization_id) as wanted) subscribed
  returning id, notifies, unread
)
select (select array_agg(id) from written where notifies) as notifying,
  (select json_agg(json_build_object('eventId', event_id, 'n', n, 'formulaInstanceId', formula_instance_id,
    'organizationId', organization_id) order by event_id, n) from start) as starts,
  (select pg_notify('event_unread', '') from written where unread is not null limit 1) as announced`;
