import type pg from "pg";
import type { PollCursor } from "#server/element/polling/changes-since.ts";
import type { Db } from "../database/prisma.ts";
import { type PollLease, PollLost } from "./pollers.ts";

/** The result of the last poll of a resource. */
export type PollResult = { pages: number; rows: number; created: number; updated: number };

export type PolledState = { resource: string; cursor: PollCursor | null; failures: number; isResting: boolean };

/** Reads the polling state of an instance's resources, by resource, and the database's time. */
export async function readStates(
  pool: pg.Pool,
  elementInstanceId: number,
): Promise<{ now: Date; states: Map<string, PolledState> }> {
  const { rows } = await pool.query<Omit<PolledState, "cursor"> & { cursor: string | null; now: Date }>({
    name: "polled_resource_read",
    text: `select now() as now, resource, cursor, coalesce(failures, 0) as failures,
        coalesce(retry_at > now(), false) as "isResting"
      from (select 1) one left join polled_resource on element_instance_id = $1`,
    values: [elementInstanceId],
  });
  const states = rows
    .filter(({ resource }) => resource !== null)
    .map(({ now: _, cursor, ...state }): [string, PolledState] => [
      state.resource,
      { ...state, cursor: cursor === null ? null : (JSON.parse(cursor) as PollCursor) },
    ]);
  return { now: rows[0]?.now ?? new Date(), states: new Map(states) };
}

type Progress = PollLease & { organizationId: number; resource: string; cursor: PollCursor; result: PollResult };

/**
 * Advances the cursor, in the caller's transaction if there is one; throws PollLost if the lease was lost. A process
 * that takes the lease over waits in the meantime.
 */
export async function saveProgress(db: Pick<pg.ClientBase, "query">, progress: Progress): Promise<void> {
  const { elementInstanceId, organizationId, owner, resource, cursor, result } = progress;
  const { rowCount } = await db.query({
    name: "polled_resource_save",
    text: `with held as (select element_instance_id from poller where element_instance_id = $1 and lease_owner = $6 for share)
      insert into polled_resource (element_instance_id, organization_id, resource, cursor, last_result, last_polled_at)
      select element_instance_id, $2, $3, $4, $5, now() from held
      on conflict (element_instance_id, resource) do update set cursor = excluded.cursor, last_result = excluded.last_result,
        last_polled_at = now(), last_error = null, failures = 0, retry_at = null`,
    values: [elementInstanceId, organizationId, resource, JSON.stringify(cursor), JSON.stringify(result), owner],
  });
  if (rowCount !== 1) throw new PollLost(elementInstanceId);
}

type Trouble = PollLease & {
  organizationId: number;
  resource: string;
  error: string;
  restMs: number;
  /** Replaces the cursor. */
  cursor?: PollCursor | undefined;
};

/** Records why a resource could not be polled and pauses its polling for `restMs`. */
export async function saveTrouble(pool: pg.Pool, trouble: Trouble): Promise<void> {
  const { elementInstanceId, organizationId, resource, owner, error, restMs, cursor } = trouble;
  await pool.query({
    name: "polled_resource_trouble",
    text: `insert into polled_resource (element_instance_id, organization_id, resource, last_error, failures, last_polled_at, retry_at, cursor)
      select $1, $2, $3, $5, 1, now(), now() + $6 * interval '1 millisecond', $7 from poller
      where element_instance_id = $1 and lease_owner = $4
      on conflict (element_instance_id, resource) do update set last_error = excluded.last_error,
        failures = polled_resource.failures + 1, last_polled_at = now(), retry_at = excluded.retry_at,
        cursor = coalesce(excluded.cursor, polled_resource.cursor)`,
    values: [
      ...[elementInstanceId, organizationId, resource, owner, error, restMs],
      cursor === undefined ? null : JSON.stringify(cursor),
    ],
  });
}

type Key = { elementInstanceId: number; organizationId: number };

/** Lists the polled resources of these instances. */
export const list = (
  db: Db,
  { elementInstanceIds, organizationId }: { elementInstanceIds: number[]; organizationId: number },
) => db.polledResource.findMany({ where: { elementInstanceId: { in: elementInstanceIds }, organizationId } });

/** Sets the cursor; null resets it as if the resource had never been polled. */
export async function setCursor(
  db: Db,
  { elementInstanceId, organizationId, resource }: Key & { resource: string },
  cursor: PollCursor | null,
): Promise<void> {
  const changed = { cursor: cursor && JSON.stringify(cursor), lastError: null, failures: 0, retryAt: null };
  await db.polledResource.upsert({
    where: { elementInstanceId_resource: { elementInstanceId, resource } },
    create: { elementInstanceId, organizationId, resource, ...changed },
    update: changed,
  });
}
