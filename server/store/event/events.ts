import type { EventSource } from "#server/element/event-kinds/registry.ts";
import { type EventOutcome, MOST_SEARCHED_EVENTS, SEARCHED_OUTCOMES } from "#server/event/event-outcome.ts";
import type { EventObject, EventStatus } from "#server/event/shape.ts";
import { type Page, type PageRequest, pageOf } from "#server/page.ts";
import { countRows, countUpToLimit } from "../database/count-rows.ts";
import { listed } from "../database/listed.ts";
import { plannedInOrder, plannedOnce } from "../database/planned-once.ts";
import type { Reader } from "../database/read-router.ts";
import { SEEN, seenBy, seenIn, type Tenant } from "../database/scope.ts";

/** A stored event. `raw` is JSON text; in lists it is null if it exceeds 64 KB. */
export type EventRow = {
  id: number;
  elementInstanceId: number;
  elementKey: string;
  accountId: number;
  source: EventSource;
  status: EventStatus;
  objects: EventObject[];
  raw: string | null;
  error: string | null;
  notificationId: number | null;
  createdAt: Date;
  updatedAt: Date;
};

const COLUMNS = `e.id::float8 as id, e.element_instance_id as "elementInstanceId", e.element_key as "elementKey",
  e.account_id as "accountId", e.source, e.status, e.error, n.id as "notificationId",
  e.created_at as "createdAt", e.updated_at as "updatedAt"`;
const OBJECTS = "e.objects::json as objects";
const NOTIFIED = `left join lateral (
  select n.id from notification n where n.event_id = e.id::text and n.event_id is not null and n.organization_id = e.organization_id order by n.id limit 1) n on true`;
const IN_LIST = "case when length(e.raw) <= 65536 then e.raw end as raw";
const WHOLE =
  "coalesce(e.raw, (select r.raw from event r where r.id = e.raw_event_id and r.organization_id = e.organization_id)) as raw";

/** An event with what a person needs to find and understand it. */
export type SeenEvent = EventRow & {
  /** Null after the element instance was deleted. */
  instanceName: string | null;
  request: string | null;
  requestId: string | null;
  repeats: number;
};

/** Finds an event that the caller sees, with its complete payload. */
export async function findSeen(pool: Reader, tenant: Tenant, eventId: number): Promise<SeenEvent | null> {
  const { rows } = await pool.query<SeenEvent>(
    plannedOnce(
      `select ${COLUMNS}, ${OBJECTS}, ${WHOLE}, ${SEEN_COLUMNS} from event e ${NOTIFIED} ${INSTANCE}
     where ${SEEN} and e.id = $4`,
      [...seenBy(tenant), eventId],
    ),
  );
  return rows[0] ?? null;
}

const SEEN_COLUMNS = `i.name as "instanceName", e.request, e.request_id as "requestId", e.repeats`;
const INSTANCE =
  "left join element_instance i on i.id = e.element_instance_id and i.organization_id = e.organization_id";

/** As values, they are looked up for each event; `exists` would read the starts of all organizations. */
const STARTED = `(select s.execution_id from event_start s
  where s.event_id = e.id and s.organization_id = e.organization_id and s.execution_id is not null limit 1)`;

const OUTCOMES: Record<EventOutcome, string> = {
  ran: `${STARTED} is not null`,
  nothing: `e.error is null and ${STARTED} is null`,
  failed: "e.error is not null",
  repeated: "e.repeats > 0",
};

export type EventFilter = {
  elementInstanceId?: number | undefined;
  source?: EventSource | undefined;
  outcome?: EventOutcome | undefined;
  from?: Date | undefined;
  /** The id of the event, or of one of its objects. */
  search?: string | undefined;
};

/** An event in a list: its first object stands for all. */
export type FoundEvent = Omit<SeenEvent, "raw" | "request" | "objects" | "updatedAt"> & {
  object: EventObject | null;
  objects: number;
  runs: number;
  deliveries: Record<string, number>;
};

/** The newest events about an object that are found, and the newest with several objects that are searched. */
const MOST_SEARCHED = 10_000;

/**
 * The events about an object. Nearly all have one object, by whose beginning an index finds them. As an array, the ids
 * are found by the primary key, whatever else is a condition for the events.
 */
const aboutObject = (
  organizationId: string,
  objectId: string,
  others = "",
) => `(select e.* from event e where e.id = any(array(
  (select id from event where organization_id = ${organizationId} and left(object_ids[1], 255) = left(${objectId}, 255)
    and object_ids[1] = ${objectId} order by created_at desc, id desc limit ${MOST_SEARCHED})
  union all
  select id from (select id, object_ids from event where organization_id = ${organizationId} and object_ids[2] is not null
    order by created_at desc, id desc limit ${MOST_SEARCHED}) newest where ${objectId} = any(object_ids))${others}) offset 0)`;

const NEWEST_FIRST = "order by e.created_at desc, e.id desc";

/** Searches the events that the caller sees, newest first. */
export async function search(
  pool: Reader,
  tenant: Tenant,
  { elementInstanceId, source, outcome, from, search: text }: EventFilter,
  page: PageRequest,
): Promise<Page<FoundEvent>> {
  const { where: seen, values } = seenIn(tenant);
  const given = (value: unknown) => `$${values.push(value)}`;
  if (elementInstanceId !== undefined) seen.push(`e.element_instance_id = ${given(elementInstanceId)}`);
  if (source !== undefined) seen.push(`e.source = ${listed([source])}`);
  if (from !== undefined) seen.push(`e.created_at >= ${given(from)}::timestamptz`);
  const byId = text !== undefined && /^#?\d{1,15}$/.test(text) ? ` || ${given(text.replace("#", ""))}::bigint` : "";
  const table = text === undefined ? "event" : aboutObject("$1", `${given(text)}::text`, byId);
  const whereSeen = seen.join(" and ");
  const isSearched = outcome && SEARCHED_OUTCOMES.includes(outcome);
  const events = isSearched
    ? `(select e.* from ${table} e where ${whereSeen} ${NEWEST_FIRST} limit ${MOST_SEARCHED_EVENTS})`
    : table;
  const where =
    outcome === undefined ? whereSeen : isSearched ? OUTCOMES[outcome] : `${whereSeen} and ${OUTCOMES[outcome]}`;
  const planned = isSearched ? plannedInOrder : plannedOnce;
  const counting = countUpToLimit(pool, `select from ${events} e where ${where}`, values, planned);
  const [counted, { rows }] = await Promise.all([
    counting,
    pool.query<FoundEvent>(
      planned(
        `select ${COLUMNS}, ${SEEN_COLUMNS.replace(" e.request,", "")}, e.objects::json->0 as object,
         coalesce(array_length(e.object_ids, 1), 0) as objects,
         (select count(s.execution_id)::int from event_start s where s.event_id = e.id and s.organization_id = e.organization_id) as runs,
         coalesce((select json_object_agg(status, count) from (select d.status, count(*)::int as count from delivery d
           where d.notification_id = n.id and d.organization_id = e.organization_id group by d.status) each), '{}') as deliveries
       from ${events} e ${NOTIFIED} ${INSTANCE}
       where ${where}${after(page, given)} ${NEWEST_FIRST} limit ${given(page.size + 1)}`,
        values,
      ),
    ),
  ]);
  return pageOf(rows, counted, page, keyOf);
}

/** Lists a page of an instance's events, newest first. */
export async function listOfInstance(
  pool: Reader,
  elementInstanceId: number,
  page: PageRequest,
): Promise<Page<EventRow>> {
  const values: unknown[] = [elementInstanceId];
  const given = (value: unknown) => `$${values.push(value)}`;
  const counted = await countRows(pool, "select from event where element_instance_id = $1", values, plannedOnce);
  const { rows } = await pool.query<EventRow>(
    plannedOnce(
      `select ${COLUMNS}, ${OBJECTS}, ${IN_LIST} from event e ${NOTIFIED}
     where e.element_instance_id = $1${after(page, given)} ${NEWEST_FIRST} limit ${given(page.size + 1)}`,
      values,
    ),
  );
  return pageOf(rows, counted, page, keyOf);
}

export async function find(
  pool: Reader,
  { elementInstanceId, eventId }: { elementInstanceId: number; eventId: number },
): Promise<EventRow | null> {
  const { rows } = await pool.query<EventRow>(
    plannedOnce(
      `select ${COLUMNS}, ${OBJECTS}, ${WHOLE} from event e ${NOTIFIED} where e.id = $1 and e.element_instance_id = $2`,
      [eventId, elementInstanceId],
    ),
  );
  return rows[0] ?? null;
}

/** Lists the latest events of an instance about an object, newest first. */
export async function withObject(
  pool: Reader,
  instance: { id: number; organizationId: number },
  { objectId, limit }: { objectId: string; limit: number },
): Promise<EventRow[]> {
  const { rows } = await pool.query<EventRow>(
    plannedOnce(
      `select ${COLUMNS}, ${OBJECTS}, ${IN_LIST} from ${aboutObject("$2", "$3::text")} e ${NOTIFIED}
     where e.element_instance_id = $1 ${NEWEST_FIRST} limit $4`,
      [instance.id, instance.organizationId, objectId, limit],
    ),
  );
  return rows;
}

export type DispositionRow = Omit<EventRow, "raw" | "objects" | "source" | "updatedAt"> & {
  objects: number;
  executions: number;
};

/** Lists the outcomes of the events of an organization or of one of its accounts, newest first. */
export async function listDispositions(
  pool: Reader,
  { organizationId, accountId, from, to }: { organizationId: number; accountId: number | null; from: Date; to: Date },
  page: PageRequest,
): Promise<Page<DispositionRow>> {
  const values: unknown[] = [organizationId, from, to];
  const given = (value: unknown) => `$${values.push(value)}`;
  const ofAccount = accountId === null ? "" : ` and e.account_id = ${given(accountId)}`;
  const where = `e.organization_id = $1 and e.created_at between $2 and $3${ofAccount}`;
  const counted = await countRows(pool, `select from event e where ${where}`, values, plannedOnce);
  const { rows } = await pool.query<DispositionRow>(
    plannedOnce(
      `select ${COLUMNS}, coalesce(array_length(e.object_ids, 1), 0) as objects,
       (select count(s.execution_id)::int from event_start s where s.event_id = e.id) as executions
     from event e ${NOTIFIED}
     where ${where}${after(page, given)} ${NEWEST_FIRST} limit ${given(page.size + 1)}`,
      values,
    ),
  );
  return pageOf(rows, counted, page, keyOf);
}

const keyOf = ({ createdAt, id }: { createdAt: Date; id: number }) => `${createdAt.toISOString()}|${id}`;

/** The condition for the events after those of a page, if there is one before. */
function after({ after: key }: PageRequest, given: (value: unknown) => string): string {
  if (key === undefined) return "";
  const [createdAt, id] = key.split("|");
  return ` and (e.created_at, e.id) < (${given(createdAt)}::timestamptz, ${given(id)}::bigint)`;
}
