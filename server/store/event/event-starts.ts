import type pg from "pg";
import type { EventObject } from "#server/event/shape.ts";
import { coalesce } from "../database/coalesce.ts";
import { column, rowInputs } from "../database/column.ts";
import { endsOf } from "../execution/execution-places.ts";
import type { EventStart } from "./event-writer.ts";

/** The outcome of a start: an execution, or the reason why there is none. */
export type StartOutcome = EventStart & { executionId: number | null; reason: string | null };

/**
 * Records the outcomes of starts. An event is complete once none of its starts is pending. Concurrent calls share a
 * transaction.
 */
export function startMarker(pool: pg.Pool) {
  const mark = coalesce(async (all: StartOutcome[][]) => {
    await markAll(pool, all.flat());
    return all.map(() => true as const);
  });
  return async (outcomes: StartOutcome[]): Promise<void> => void (await mark(outcomes));
}

/** The parameters before are the ends of the event ids: Postgres opens only their partitions. */
const OUTCOMES = rowInputs<{ o: StartOutcome }>(
  {
    o: {
      event_id: column.bigint((outcome) => outcome.eventId),
      n: column.int((outcome) => outcome.n),
      formula_instance_id: column.int((outcome) => outcome.formulaInstanceId),
      execution_id: column.bigint((outcome) => outcome.executionId),
      reason: column.text((outcome) => outcome.reason),
    },
  },
  { parametersBefore: 2 },
);

/** One statement, so that a recovering process finds either both changes or neither and repeats both. */
async function markAll(pool: pg.Pool, outcomes: StartOutcome[]): Promise<void> {
  const ends = endsOf(outcomes.map(({ eventId }) => eventId));
  await pool.query({
    name: "event_starts_mark",
    text: MARK,
    values: [...ends, ...OUTCOMES.parameters({ o: outcomes })],
  });
}

const START = "event_id, n, formula_instance_id";

/** The second part still sees the starts of the first as pending. */
const MARK = `
with marked as (
  update event_start s set execution_id = o.execution_id, reason = o.reason
  from ${OUTCOMES.rows("o")}
  where s.event_id = o.event_id and s.n = o.n and s.formula_instance_id = o.formula_instance_id
    and s.event_id between $1::bigint and $2::bigint
  returning s.event_id, s.n, s.formula_instance_id
)
update event e set status = case when e.notifies then 'DISPATCHED' else 'CONSUMED' end, updated_at = now()
where e.id = any(${OUTCOMES.array("o", "event_id")}) and e.id between $1 and $2 and e.status = 'RECEIVED'
  and not exists (select from event_start s where s.event_id = e.id and s.event_id between $1 and $2
    and s.execution_id is null and s.reason is null and (s.event_id, s.n, s.formula_instance_id) not in (select ${START} from marked))`;

/** An event with pending starts. */
export type LateEvent = {
  id: number;
  organizationId: number;
  accountId: number;
  elementInstanceId: number;
  requestId: string | null;
  createdAt: Date;
  objects: EventObject[];
  starts: EventStart[];
};

/** Finds starts that a crashed process left pending, oldest first. */
export async function findLateStarts(pool: pg.Pool, { olderThanMs, limit }: { olderThanMs: number; limit: number }) {
  const { rows } = await pool.query<Omit<LateEvent, "objects"> & { objects: string }>({
    name: "event_starts_late",
    text: `with late as (
        select event_id, n, formula_instance_id, organization_id from event_start
        where execution_id is null and reason is null and created_at < now() - $1 * interval '1 millisecond'
        order by event_id, n limit $2)
      select e.id::float8 as id, e.organization_id as "organizationId", e.account_id as "accountId", e.element_instance_id as "elementInstanceId", e.request_id as "requestId", e.created_at as "createdAt", e.objects,
        json_agg(json_build_object('eventId', l.event_id, 'n', l.n, 'formulaInstanceId', l.formula_instance_id,
          'organizationId', l.organization_id) order by l.n) as starts
      from late l join event e on e.id = l.event_id and e.organization_id = l.organization_id group by e.id order by e.created_at, e.id`,
    values: [olderThanMs, limit],
  });
  return rows.map((row): LateEvent => ({ ...row, objects: JSON.parse(row.objects) as EventObject[] }));
}
