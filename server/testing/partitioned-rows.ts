import type pg from "pg";
import { type Partition, STEPS } from "#server/store/retention/partitioned-tables.ts";
import { attachPartition } from "#server/store/retention/partitions.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

export const PERIODS = { RETENTION_DAYS: 30, AUDIT_RETENTION_DAYS: 365 };

/** The time a number of days ago. */
export const days = (count: number): Date => new Date(Date.now() - count * DAY_MS);

/** The beginning of the hour so many days ago, in milliseconds. */
export const hour = (daysAgo: number): number => Math.floor((Date.now() - daysAgo * DAY_MS) / HOUR_MS) * HOUR_MS;

export const bounds = (partitions: readonly Partition[]): number[][] => partitions.map(({ from, to }) => [from, to]);

/** Writes rows of the tables that are in partitions, with times and ids that tests choose. */
export function partitionedRows(session: () => Pick<pg.Client, "query">) {
  /** An execution with two steps, as a process writes them. */
  async function anExecution(id: number, { createdAt = new Date(), status = "success", organizationId = 1 } = {}) {
    await session().query(
      `insert into execution (id, organization_id, account_id, formula_id, formula_instance_id, revision, status, trigger_type, trigger, created_at)
       values ($1, $4, 1, 1, 1, 1, $2, 'manual', '{}', $3)`,
      [id, status, createdAt, organizationId],
    );
    await session().query(
      `insert into step_execution (organization_id, execution_id, seq, attempt, step_name, step_type, engine, status, took)
       select $2, $1, seq, 1, 's', 'script', 'v3', 'success', 'onSuccess' from generate_series(0, 1) seq`,
      [id, organizationId],
    );
  }

  /** An execution that is over. */
  async function aRecord(id: number, { createdAt }: { createdAt: Date }) {
    await session().query(
      `insert into execution (id, record, organization_id, account_id, formula_id, formula_instance_id, revision, status, trigger_type, trigger, created_at)
       values ($1, $1, 1, 1, 1, 1, 1, 'success', 'manual', '{}', $2)`,
      [id, createdAt],
    );
  }

  /** A delivery with an attempt. */
  async function aDelivery(id: number, { createdAt = new Date(), organizationId = 1 } = {}) {
    await session().query(
      `with added as (insert into notification (id, organization_id, topic, subject, message, created_at) values ($1, $2, 'x', 'x', 'x', $3)
       ), sent as (insert into delivery (id, organization_id, notification_id, status, ready, created_at) values ($1, $2, $1, 'delivered', false, $3))
       insert into delivery_attempt (delivery_id, organization_id, status, started_at, duration_ms) values ($1, $2, 'delivered', $3, 5)`,
      [id, organizationId, createdAt],
    );
  }

  async function anEvent(id: number, { createdAt = new Date(), status = "CONSUMED", organizationId = 1 } = {}) {
    await session().query(
      `insert into event (id, organization_id, account_id, element_instance_id, element_key, source, status, objects, object_ids, created_at)
       values ($1, $4, 1, 1, 'x', 'webhook', $2, '[]', '{}', $3)`,
      [id, status, createdAt, organizationId],
    );
  }

  async function aStart(eventId: number, organizationId = 1) {
    await session().query(
      "insert into event_start (event_id, n, formula_instance_id, organization_id, execution_id) values ($1, 0, 1, $2, 1)",
      [eventId, organizationId],
    );
  }

  async function aRequest(at: number) {
    await session().query(
      `insert into usage (request_id, organization_id, account_id, user_id, element_instance_id, method, uri, resource, ip, status, process_ms, created_at)
       values ($1, 1, 1, 1, 1, 'GET', '/x', 'x', '', 200, 1, $2)`,
      [`r${at}`, new Date(at)],
    );
  }

  async function anExchange(at: number) {
    await session().query(
      `insert into provider_exchange (request_id, n, organization_id, account_id, method, url, duration_ms, content, created_at)
       values ($1, 0, 1, 1, 'GET', 'https://x.test', 1, '{}', $2)`,
      [`r${at}`, new Date(at)],
    );
  }

  async function aTally(at: number) {
    await session().query("insert into api_tally (account_id, minute, organization_id, calls) values (1, $1, 1, 1)", [
      new Date(at),
    ]);
  }

  async function anEntry(at: number) {
    await session().query(
      `insert into audit_entry (organization_id, account_id, user_id, entity, entity_id, action, created_at)
       values (1, 1, 1, 'formula', '1', 'updated', $1)`,
      [new Date(at)],
    );
  }

  async function reachEvent(from: number) {
    await session().query("select setval('event_id_seq', $1)", [from + 50]);
    return from + 50;
  }

  /** In the place of the first partition: 0–100, 100–200, 200–300. */
  async function smallPartitions(table = STEPS) {
    await session().query(`drop table ${table.name}_0`);
    for (const from of [0, 100, 200]) await attachPartition(session(), table, { from, to: from + 100 });
    await reach(250);
  }

  const reach = (id: number) =>
    session().query("select setval('execution_id_seq', $1), setval('delivery_id_seq', $1)", [id]);

  const stored = async () =>
    (
      await session().query<{ id: number }>("select distinct execution_id::int as id from step_execution order by 1")
    ).rows.map(({ id }) => id);

  return {
    anExecution,
    aRecord,
    aDelivery,
    anEvent,
    aStart,
    aRequest,
    anExchange,
    aTally,
    anEntry,
    reach,
    reachEvent,
    smallPartitions,
    stored,
  };
}
