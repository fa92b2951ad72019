import type pg from "pg";
import { onDatabase } from "#server/launch/on-database.ts";
import { newStepId } from "#server/store/execution/step-ids.ts";
import {
  API_TALLIES,
  ATTEMPTS,
  AUDIT_ENTRIES,
  EVENT_STARTS,
  EVENTS,
  EXCHANGES,
  EXECUTIONS,
  type PartitionedTable,
  REQUESTS,
  STEPS,
} from "#server/store/retention/partitioned-tables.ts";
import { attachPartition } from "#server/store/retention/partitions.ts";

/** The database of an installation with this many executions, and everything else in proportion. */
export type Grown = {
  executions: number;
  /** Owns half of everything. */
  organizationId: number;
  accountId: number;
  userId: number;
  formulaId: number;
  formulaInstanceId: number;
  elementInstanceId: number;
  subscriptionId: number;
  /** A waiting execution, and one that ended, with its event. */
  executionId: number;
  eventId: number;
};

const ORGANIZATIONS = 50;
const FIRST_ID = 100_000;
const HOUR_MS = 3_600_000;
/** Executions, and what belongs to them, are of the last 40 days: a quarter is due for deletion. */
const DAYS = 40;
const FORMULA = JSON.stringify({
  ...{ name: "Formula", engine: "v3", active: true, steps: [], configuration: [] },
  triggers: [{ id: 1, type: "manual", onSuccess: [], onFailure: [], properties: {} }],
});

/** Half of the rows belong to the first organization, the others to all of them in turn. */
const ORGANIZATION = `${FIRST_ID} + case when n % 2 = 0 then 0 else n / 2 % ${ORGANIZATIONS} end`;
const OWNER = `${ORGANIZATION}, ${ORGANIZATION}, ${ORGANIZATION}`;
const OWNERS = "organization_id, account_id, user_id";

/**
 * Fills an empty database. What is not over yet is always as much: a backlog of a few thousand. Indexes are created
 * after the rows, which takes half as long.
 */
export const fillGrown = (url: string, executions: number): Promise<Grown> =>
  onDatabase(url, (client) => fill(client, executions));

async function fill(client: pg.Client, executions: number): Promise<Grown> {
  const run = (statement: string) => client.query(statement);
  const series = (table: string, columns: string, values: string, rows: number) =>
    run(`insert into ${table} (${columns}) select ${values} from generate_series(1, ${Math.ceil(rows)}) n`);
  for (const setting of ["synchronous_commit = off", "maintenance_work_mem = '512MB'"]) await run(`set ${setting}`);
  await base();
  await partitions();
  const rebuild = await dropIndexes([
    "execution",
    "execution_cause",
    "step_execution",
    "event",
    "event_start",
    "usage",
    "provider_exchange",
    "notification",
    "delivery",
    "delivery_attempt",
    "audit_entry",
    "job_run",
  ]);
  await history();
  await rebuild();
  await run("vacuum analyze");
  const executionId = FIRST_ID + executions - 1;
  return {
    executions,
    ...{
      organizationId: FIRST_ID,
      accountId: FIRST_ID,
      userId: FIRST_ID,
      formulaId: FIRST_ID,
      formulaInstanceId: FIRST_ID,
    },
    ...{
      elementInstanceId: FIRST_ID,
      subscriptionId: FIRST_ID,
      executionId: FIRST_ID + Math.floor(executions / 2) * 2,
      eventId: executionId,
    },
  };

  async function base() {
    const id = `${FIRST_ID} + n - 1`;
    await series(
      "organization",
      "id, name, secret_hash, secret_sealed",
      `${id}, 'O' || n, sha256(('o' || n)::bytea), 'x'`,
      ORGANIZATIONS,
    );
    await series("account", "id, organization_id, name, is_default", `${id}, ${id}, 'A' || n, true`, ORGANIZATIONS);
    await series(
      `"user"`,
      "id, organization_id, account_id, email, role, roles, password_hash, secret_hash, secret_sealed",
      `${id}, ${id}, ${id}, n || '@grown.test', 'designer', '{default-user}', 'x', sha256(('u' || n)::bytea), 'x'`,
      ORGANIZATIONS,
    );
    const owner = ["organization_id", "account_id", "user_id"]
      .map(() => `${FIRST_ID} + n % ${ORGANIZATIONS}`)
      .join(", ");
    await series("formula", `id, ${OWNERS}, name, definition`, `${id}, ${owner}, 'F' || n, '${FORMULA}'`, 200);
    await series(
      "formula_instance",
      `id, ${OWNERS}, formula_id, name`,
      `${id}, ${owner}, ${FIRST_ID} + (n - 1) % 200, 'I' || n`,
      2000,
    );
    await series(
      "formula_revision",
      "organization_id, formula_id, revision, user_id, definition",
      `${FIRST_ID}, ${FIRST_ID} + n % 200, n / 200 + 1, ${FIRST_ID}, '${FORMULA}'`,
      4000,
    );
    await series(
      "element",
      "id, organization_id, account_id, key, hub, name, definition",
      `${id}, ${FIRST_ID}, ${FIRST_ID}, 'e' || n, 'crm', 'E' || n, '{}'`,
      20,
    );
    await series(
      "element_instance",
      `id, ${OWNERS}, element_id, name, tags, token_hash, token_sealed, configuration`,
      `${id}, ${owner}, ${FIRST_ID} + n % 20, 'C' || n, '{}', sha256(('t' || n)::bytea), 'x', 'x'`,
      10_000,
    );
    await run(`insert into poller (element_instance_id, organization_id, minutes, next_poll_at)
      select id, organization_id, 60, now() + (id % 3600 - 20) * interval '1 second' from element_instance where id >= ${FIRST_ID}`);
    await series(
      "subscription",
      `id, ${OWNERS}, channel, topics, address, credentials`,
      `${id}, ${owner}, 'webhook', array['grown' || n % 100], 'https://x.test', 'x'`,
      200,
    );
    await series(
      "event_subscription",
      "formula_instance_id, organization_id, element_instance_id",
      `${id}, ${FIRST_ID} + n % ${ORGANIZATIONS}, ${id}`,
      1000,
    );
    await series(
      "schedule",
      `id, ${OWNERS}, call, cron, name, next_run_at`,
      `gen_random_uuid(), ${owner}, '{"method":"GET","uri":"/users"}', '0 0 3 * * ?', 'S' || n, now() + (n - 20) * interval '1 second'`,
      5000,
    );
    await run(
      `insert into runner (id, kind, alive_until) values ('00000000-0000-0000-0000-000000000001', 'worker', now() + interval '1 day')`,
    );
  }

  /** Creates what workers would have created: partitions of a twelfth of 30 days each, and three that are empty. */
  async function partitions() {
    const idsOf = (rows: number) => {
      const size = Math.ceil((rows * 30) / 12 / DAYS);
      return { first: FIRST_ID + Math.ceil(size / 2), end: FIRST_ID + rows, size };
    };
    await replacePartitions(STEPS, { from: 0, ...idsOf(executions) });
    await replacePartitions(EXECUTIONS, { from: 1, ...idsOf(executions) });
    await replacePartitions(ATTEMPTS, { from: 0, ...idsOf(executions / 4) });
    for (const table of [EVENTS, EVENT_STARTS]) await replacePartitions(table, { from: 0, ...idsOf(executions) });
    const hour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
    const times = { from: 0, first: hour - (DAYS * 24 - 30) * HOUR_MS, end: hour, size: ((30 * 24) / 12) * HOUR_MS };
    for (const table of [REQUESTS, EXCHANGES, API_TALLIES, AUDIT_ENTRIES]) await replacePartitions(table, times);
  }

  async function replacePartitions(
    table: PartitionedTable,
    { from: start, first, end, size }: Record<"from" | "first" | "end" | "size", number>,
  ) {
    await run(`drop table ${table.name}_${start}`);
    await attachPartition(client, table, { from: start, to: first });
    for (let from = first; from <= end + 3 * size; from += size)
      await attachPartition(client, table, { from, to: from + size });
  }

  async function history() {
    const from = `now() - interval '${DAYS} days' + n * interval '${DAYS} days' / ${executions}`;
    const id = `${FIRST_ID} + n`;
    const backlog = executions - 4000;
    const status = `case when n > ${backlog} then case n % 8 when 0 then 'queued' when 1 then 'retry' else 'pending' end
      when n % 40 = 1 then 'failed' when n % 100 = 2 then 'cancelled' else 'success' end`;
    await series(
      "execution",
      `id, organization_id, account_id, formula_id, formula_instance_id, revision, status, trigger_type, trigger, cause, event_id,
       object_id, request_id, record, single_threaded, runner_id, lease_epoch, retry_at, error, created_at, updated_at`,
      `${id}, ${ORGANIZATION}, ${ORGANIZATION}, ${FIRST_ID} + n % 200, ${FIRST_ID} + n % 2000, n % 20 + 1, ${status}, 'event', '{"a":1}',
       'event:' || n || ':0', (${id})::text, 'o' || n % 100000, 'r' || n, case when n > ${backlog} then 0 else ${id} end, n > ${backlog} and n % 8 = 0,
       case when n > ${backlog} and n % 40 = 2 then '00000000-0000-0000-0000-000000000001'::uuid end, 1,
       case when n > ${backlog} and n % 8 = 1 then now() + (n % 600 - 20) * interval '1 second' end,
       case when n <= ${backlog} and n % 40 = 1 then 'It failed.' end, ${from}, ${from}`,
      executions,
    );
    await series(
      "execution_cause",
      "organization_id, formula_instance_id, cause, execution_id",
      `${ORGANIZATION}, ${FIRST_ID} + n % 2000, 'event:' || n || ':0', ${id}`,
      executions,
    );
    // Every other execution is of a version in which ids of steps were of a sequence.
    const step = { executionId: `(${FIRST_ID} + (n + 1) / 2)::bigint`, seq: "(n % 2)" };
    await series(
      "step_execution",
      "id, organization_id, execution_id, seq, attempt, step_name, step_type, engine, status, took, output, error, created_at",
      `${newStepId(step, "(n + 1) / 2 % 2 = 0")}, ${ORGANIZATION.replaceAll(/\bn\b/g, "((n + 1) / 2)")}, ${step.executionId}, ${step.seq}, 1, 's' || n % 2, 'script', 'v3', 'success', 'onSuccess', '{"a":1}',
       case when (n + 1) / 2 % 40 = 1 and n % 2 = 1 then 'It failed.' end,
       now() - interval '${DAYS} days' + n * interval '${DAYS} days' / ${2 * executions}`,
      2 * executions,
    );
    await series(
      "event",
      `id, organization_id, account_id, element_instance_id, element_key, source, status, objects, object_ids, read_until, created_at`,
      `${id}, ${ORGANIZATION}, ${ORGANIZATION}, ${FIRST_ID} + n % 10000, 'e1', 'webhook', case when n > ${executions - 100} then 'NEW' else 'CONSUMED' end,
       '[{"objectId":"1"}]', array['o' || n % 100000], case when n > ${executions - 100} then now() end, ${from}`,
      executions,
    );
    await series(
      "event_start",
      "event_id, n, formula_instance_id, organization_id, execution_id, created_at",
      `${id}, 0, ${FIRST_ID} + n % 2000, ${ORGANIZATION}, case when n <= ${executions - 100} then ${id} end, ${from}`,
      executions,
    );
    await series(
      "usage",
      `request_id, ${OWNERS}, element_instance_id, element_key, method, uri, resource, ip, status, process_ms, created_at`,
      `lpad(to_hex(n), 24, '0'), ${OWNER}, ${FIRST_ID} + n % 10000, 'e1', 'GET', '/contacts', '/contacts', '', 200, 5, ${from}`,
      executions,
    );
    const few = executions / 4;
    const slower = `now() - interval '${DAYS} days' + n * interval '${DAYS} days' / ${few}`;
    await series(
      "provider_exchange",
      "request_id, n, organization_id, account_id, method, url, status, duration_ms, content, created_at",
      `lpad(to_hex(4 * n), 24, '0'), 0, ${ORGANIZATION}, ${ORGANIZATION}, 'GET', 'https://x.test/contacts', 500, 5, '{"request":{}}', ${slower}`,
      few,
    );
    await series(
      "notification",
      "id, organization_id, topic, subject, message, event_id, created_at",
      `${id}, ${ORGANIZATION}, 'grown', 'x', 'x', (${id})::text, ${slower}`,
      few,
    );
    await series(
      "delivery",
      "id, organization_id, notification_id, subscription_id, status, ready, wake_at, created_at",
      `${id}, ${ORGANIZATION}, ${id}, ${FIRST_ID} + n % 200, case when n > ${few - 2000} then 'created' else 'delivered' end, n > ${few - 1000},
       case when n > ${few - 2000} and n <= ${few - 1000} then now() + (n % 600 - 20) * interval '1 second' end, ${slower}`,
      few,
    );
    await series(
      "delivery_attempt",
      "delivery_id, organization_id, status, started_at, duration_ms",
      `${id}, ${ORGANIZATION}, 'delivered', ${slower}, 5`,
      few,
    );
    await series(
      "audit_entry",
      `${OWNERS}, entity, entity_id, action, created_at`,
      `${OWNER}, 'formula', n::text, 'update', ${slower}`,
      few,
    );
    await series(
      "job_run",
      `schedule_id, ${OWNERS}, name, due_at, state, created_at`,
      `(select id from schedule limit 1), ${OWNER}, 'S', ${slower}, case when n > ${few - 100} then 'waiting' else 'success' end, ${slower}`,
      few,
    );
    for (const table of ["execution", "event"])
      await run(`select setval('${table}_id_seq', ${FIRST_ID + executions + 1000})`);
    for (const table of ["notification", "delivery"])
      await run(`select setval(pg_get_serial_sequence('${table}', 'id'), ${FIRST_ID + Math.ceil(few)})`);
  }

  /** Foreign keys among them are dropped and created with the indexes. */
  async function dropIndexes(tables: string[]) {
    const names = tables.map((table) => `'${table}'`).join(", ");
    const { rows: constraints } = await client.query<{ table: string; name: string; definition: string; kind: string }>(
      `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition, contype as kind
       from pg_constraint where conrelid::regclass::text in (${names}) and contype in ('f', 'p', 'u')
         or contype = 'f' and confrelid::regclass::text in (${names})`,
    );
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `select c.relname as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i join pg_class c on c.oid = i.indexrelid
       where i.indrelid::regclass::text in (${names}) and not exists (select from pg_constraint where conindid = i.indexrelid)`,
    );
    const isForeign = ({ kind }: { kind: string }) => kind === "f";
    const byKind = [...constraints.filter(isForeign), ...constraints.filter((one) => !isForeign(one))];
    for (const { table, name } of byKind) await run(`alter table ${table} drop constraint "${name}"`);
    for (const { name } of indexes) await run(`drop index "${name}"`);
    return async () => {
      // The definition of the index of a partitioned table leaves out its partitions.
      for (const { definition } of indexes) await run(definition.replace(" ON ONLY ", " ON "));
      for (const { table, name, definition } of byKind.toReversed())
        await run(`alter table ${table} add constraint "${name}" ${definition}`);
    };
  }
}
