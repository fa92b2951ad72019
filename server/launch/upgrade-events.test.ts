import pg from "pg";
import { expect, test } from "vitest";
import { ORGANIZATION_SETTING, tenantRoleOf } from "#server/store/database/tenant-policies.ts";
import { settle } from "#server/store/delivery/delivery-queue.ts";
import { startMarker } from "#server/store/event/event-starts.ts";
import { eventWriter } from "#server/store/event/event-writer.ts";
import { ATTEMPTS, EVENTS } from "#server/store/retention/partitioned-tables.ts";
import { createPartitions, listPartitions } from "#server/store/retention/partitions.ts";
import { anEmptyDatabase } from "#server/testing/database.ts";
import { applyMigrations } from "#server/testing/postgres-setup.ts";
import { whileMigrating } from "#server/testing/while-migrating.ts";

const ORGANIZATION = 7;
const PERIODS = { RETENTION_DAYS: 30, AUDIT_RETENTION_DAYS: 365 };

/** As versions without partitions of attempts settle deliveries, and read and delete them. */
const OLD_SETTLE = `
with settled as (
  update delivery d set status = 'delivered', ready = false, wake_at = null, updated_at = now()
  from unnest($1::bigint[]) as o(id) where d.id = o.id and d.status <> 'delivered' returning d.id, d.organization_id
)
insert into delivery_attempt (delivery_id, organization_id, status, started_at, duration_ms, error, exchange)
select id, organization_id, 'delivered', now(), 5, null, '{}' from settled`;
const OLD_ATTEMPTS =
  "select id, exchange from delivery_attempt where organization_id = $1 and delivery_id = $2 order by id desc limit 50";

test("processes of the version before settle deliveries while their attempts become partitions, and those of this version after", async () => {
  const url = await anEmptyDatabase();
  await applyMigrations(url, { before: "20261127191000" });
  const pool = new pg.Pool({ connectionString: url });
  const old = await pool.connect();
  await old.query("set plan_cache_mode = force_generic_plan; set enable_seqscan = off");
  const role = pg.escapeIdentifier(tenantRoleOf(new URL(url).username));
  await old.query(
    `alter table delivery_attempt enable row level security; grant select, insert, update, delete on delivery_attempt to ${role};
     create policy own on delivery_attempt using (organization_id = current_setting('${ORGANIZATION_SETTING}')::integer)`,
  );
  const aDelivery = async () => {
    const { rows } = await pool.query<{ id: string; notificationId: number }>(
      `with added as (insert into notification (organization_id, topic, subject, message) values ($1, 'x', 'x', 'x') returning id)
       insert into delivery (organization_id, notification_id, status, ready) select $1, id, 'created', true from added
       returning id, notification_id as "notificationId"`,
      [ORGANIZATION],
    );
    return rows[0] as { id: string; notificationId: number };
  };
  const attemptsOf = async (id: string) => {
    await old.query(`begin; set local role ${role}; set local ${ORGANIZATION_SETTING} = ${ORGANIZATION}`);
    const { rows } = await old.query({ name: "attempts", text: OLD_ATTEMPTS, values: [ORGANIZATION, id] });
    await old.query("commit");
    return rows;
  };
  const settleOld = async () => {
    const { id } = await aDelivery();
    await old.query({ name: "delivery_settle", text: OLD_SETTLE, values: [[id]] });
    expect(await attemptsOf(id)).toMatchObject([{ exchange: "{}" }]);
  };
  const stored = async (name: string) => (await pool.query(`select from ${name}`)).rowCount;
  const fileOf = async (table: string) =>
    (await pool.query("select pg_relation_filenode($1::text::regclass) as file", [table])).rows[0].file;

  await settleOld();
  const file = await fileOf("delivery_attempt");
  let settled = 1;
  await whileMigrating(url, async () => {
    await settleOld();
    settled++;
  });
  // The rows were not copied.
  expect([await fileOf("delivery_attempt_0"), await stored("delivery_attempt_0")]).toEqual([file, settled]);

  // Later ones of both versions are in the next partition.
  const [first] = await listPartitions(pool, ATTEMPTS);
  await createPartitions({ sessionUrl: url }, { periods: PERIODS, now: new Date() });
  await pool.query("select setval('delivery_id_seq', $1)", [first?.to]);
  await settleOld();
  const { id, notificationId } = await aDelivery();
  const outcome = {
    status: "delivered",
    isSent: true,
    waitMs: null,
    answerStatus: 200,
    error: null,
    exchange: "{}",
  } as const;
  await settle(pool, [
    { ...outcome, deliveryId: id, attempts: 0, startedAt: new Date(), durationMs: 5, eventId: null },
  ]);
  expect(await attemptsOf(id)).toMatchObject([{ exchange: "{}" }]);
  expect(await stored(`delivery_attempt_${first?.to}`)).toBe(2);

  // A version that expects the reference to delete attempts leaves them to retention.
  await old.query("delete from notification where id = $1", [notificationId]);
  expect([await stored("delivery"), await stored("delivery_attempt")]).toEqual([settled + 1, settled + 2]);
  old.release();
  await pool.end();
});

test("processes of the version before write the audit log while it becomes partitions, and those of this version after", async () => {
  const url = await anEmptyDatabase();
  await applyMigrations(url, { before: "20261127190000" });
  const pool = new pg.Pool({ connectionString: url });
  const fileOf = async (table: string) =>
    (await pool.query("select pg_relation_filenode($1::text::regclass) as file", [table])).rows[0].file;
  const write = {
    name: "audit_write",
    text: `insert into audit_entry (organization_id, account_id, user_id, entity, entity_id, action) values ($1, 1, 1, 'formula', $2, 'updated')`,
  };
  const list = async (table: string) =>
    (
      await pool.query(`select id, entity_id as entity from ${table} where organization_id = $1 order by id`, [
        ORGANIZATION,
      ])
    ).rows;
  const old = await pool.connect();
  const written: string[] = [];
  const record = async () => {
    const entity = String(written.length);
    await old.query({ ...write, values: [ORGANIZATION, entity] });
    written.push(entity);
  };
  await record();
  const file = await fileOf("audit_entry");
  await whileMigrating(url, record);
  expect(await fileOf("audit_entry_0")).toBe(file);
  expect((await list("audit_entry")).map(({ entity }) => entity)).toEqual(written);
  await createPartitions({ sessionUrl: url }, { periods: PERIODS, now: new Date() });
  // Later ids are of the same sequence.
  const later = new Date(Date.now() + 9 * 86_400_000);
  await pool.query(
    `insert into audit_entry (organization_id, account_id, user_id, entity, entity_id, action, created_at) values ($1, 1, 1, 'formula', 'later', 'updated', $2)`,
    [ORGANIZATION, later],
  );
  const entries = await list("audit_entry");
  expect(entries.at(-1)).toEqual({ id: entries.length, entity: "later" });
  expect(await list("audit_entry_0")).toHaveLength(written.length);
  expect(await list("audit_entry_default")).toEqual([]);
  old.release();
  await pool.end();
});

/** As versions without partitions of events record them, mark their starts, find late ones, and read and deliver them. */
const OLD_EVENTS = {
  write: `with start as (
    insert into event_start (event_id, n, formula_instance_id, organization_id) select id, 0, 1, ${ORGANIZATION} from unnest($1::bigint[]) id returning event_id)
    insert into event (id, organization_id, account_id, element_instance_id, element_key, source, status, objects, object_ids)
    select id, ${ORGANIZATION}, 1, 1, 'x', 'webhook', case when exists (select from start where event_id = id) then 'RECEIVED' else 'CONSUMED' end, '[]', '{}' from unnest($1::bigint[]) id`,
  late: `with late as (select event_id, n, formula_instance_id, organization_id from event_start where execution_id is null and reason is null order by event_id, n limit 10)
    select e.id::float8 as id, e.organization_id, e.created_at, e.objects from late l join event e on e.id = l.event_id and e.organization_id = l.organization_id
    group by e.id order by e.created_at, e.id`,
  mark: `update event_start s set execution_id = o.execution_id from (select unnest($1::bigint[]) as event_id, unnest($1::bigint[]) as execution_id) o
    where s.event_id = o.event_id and s.n = 0 and s.formula_instance_id = 1`,
  dispatch: `update event e set status = 'DISPATCHED' where e.id = any($1::bigint[]) and e.status = 'RECEIVED'
    and not exists (select from event_start s where s.event_id = e.id and s.execution_id is null and s.reason is null)`,
  unread: `with due as (select id from event where status = 'NEW' and read_until <= now() order by read_until limit 10 for update skip locked)
    update event e set read_until = now() + interval '1 minute' from due where e.id = due.id returning e.id::float8 as id`,
  read: "delete from event where id = any($1::bigint[]) and status = 'NEW'",
};
test("processes of the version before write events while these become partitions, and those of this version after", async () => {
  const url = await anEmptyDatabase();
  await applyMigrations(url, { before: "20261127190400" });
  const pool = new pg.Pool({ connectionString: url });
  const old = await pool.connect();
  await old.query("set plan_cache_mode = force_generic_plan; set enable_seqscan = off");
  const send = async (name: keyof typeof OLD_EVENTS, ...values: unknown[]) =>
    (await old.query({ name, text: OLD_EVENTS[name], values })).rows;
  const nextId = async () => Number((await pool.query("select nextval('event_id_seq') as id")).rows[0].id);
  const files = async (suffix: string) => {
    const of =
      "select pg_relation_filenode((name || $1)::regclass) as file from unnest('{event,event_start}'::text[]) name";
    return (await pool.query(of, [suffix])).rows.map(({ file }) => file);
  };
  const stored = async (table: string) =>
    (await pool.query(`select id::float8 as id, status from ${table} order by id`)).rows;
  const recorded: number[] = [];
  const record = async () => {
    const [id, unread] = [await nextId(), await nextId()];
    await send("write", [id]);
    expect(await send("late")).toMatchObject([{ id }]);
    await send("mark", [id]);
    await send("dispatch", [id]);
    await send("write", [unread]);
    await old.query("update event set status = 'NEW', read_until = now() - interval '1 second' where id = $1", [
      unread,
    ]);
    expect(await send("unread")).toEqual([{ id: unread }]);
    await send("read", [unread]);
    await old.query("delete from event_start where event_id = $1", [unread]);
    recorded.push(id);
  };
  await record();
  const before = await files("");
  await whileMigrating(url, record);
  // The rows were not copied.
  expect(await files("_0")).toEqual(before);
  const dispatched = (id: number) => ({ id, status: "DISPATCHED" });
  expect(await stored("event")).toEqual(recorded.map(dispatched));
  expect((await pool.query("select from event_start where execution_id = event_id")).rowCount).toBe(recorded.length);

  // Later events of both versions are in the next partitions.
  await createPartitions({ sessionUrl: url }, { periods: PERIODS, now: new Date() });
  const [first] = await listPartitions(pool, EVENTS);
  await pool.query("select setval('event_id_seq', $1)", [first?.to]);
  await record();
  const id = await nextId();
  await pool.query(
    `insert into formula (id, organization_id, account_id, user_id, name, definition) values (1, ${ORGANIZATION}, 1, 1, 'F', '{}');
     insert into formula_instance (id, organization_id, account_id, user_id, formula_id, name) values (1, ${ORGANIZATION}, 1, 1, 1, 'I');
     insert into event_subscription (formula_instance_id, organization_id, element_instance_id) values (1, ${ORGANIZATION}, 1)`,
  );
  const object = { objectId: "1", objectType: "contacts", eventType: "CREATED" as const };
  const event = {
    ...{ id, organizationId: ORGANIZATION, accountId: 1, elementInstanceId: 1, elementKey: "x", topic: "x" },
    ...{ source: "webhook" as const, objects: [object], raw: "{}", rawEventId: null, unread: null, requestId: null },
    ...{ request: null, createdAt: new Date() },
  };
  const { starts } = await eventWriter(pool)({ events: [event as never], follow: async () => {} });
  await startMarker(pool)(starts.map((start) => ({ ...start, executionId: id, reason: null })));
  const later = [...recorded.slice(-1).map(dispatched), { id, status: "CONSUMED" }];
  expect(await stored(`event_${first?.to}`)).toEqual(later);
  expect(await stored("event_default")).toEqual([]);
  expect((await pool.query(`select from event_start_${first?.to} where execution_id = event_id`)).rowCount).toBe(2);
  old.release();
  await pool.end();
});
