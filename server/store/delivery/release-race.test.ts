import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { aDatabase, type TestDatabase } from "#server/testing/database.ts";
import { type Database, openDatabase } from "../open-database.ts";
import { begin, type DeliveryFilter } from "./deliveries.ts";

const organizationId = 1;
const REPLAYED = ["delivered", "retry", "queued"];

let database: TestDatabase;
/** Two processes. */
let dbs: [Database, Database];
beforeAll(async () => {
  database = await aDatabase();
  dbs = [openDatabase(database.url), openDatabase(database.url)];
  await dbs[0].pool.query(`
    create table started (delivery_id bigint);
    create function note_start() returns trigger language plpgsql as $$
      begin insert into started values (new.id); return new; end $$;
    create trigger started after update on delivery for each row when (new.status = 'created') execute function note_start();
    insert into subscription (id, organization_id, account_id, user_id, channel, topics, address, credentials)
      values (1, 1, 1, 1, 'webhook', '{x}', 'https://receiver.test', '')`);
});
beforeEach(() =>
  dbs[0].pool.query(`
    truncate started, notification cascade;
    update subscription set topics = '{x}', active = false, given_up_at = now();
    insert into notification (id, organization_id, topic, subject, message) select n, 1, 'x', 'x', 'x' from generate_series(1, 2) n;
    insert into delivery (id, organization_id, notification_id, subscription_id, status, ready)
      select n, 1, n, 1, 'queued', false from generate_series(1, 2) n`),
);
afterAll(async () => {
  for (const db of dbs) await db.close();
  await database.drop();
});

const releaseOn = (db: Database, statuses = ["queued"], filter: Partial<DeliveryFilter> = {}) =>
  db.prisma.$transaction(async (tx) => (await begin(tx, { scope: { organizationId }, ...filter }, statuses)).count);
const starts = async () => (await dbs[0].pool.query("select delivery_id::int as id from started order by 1")).rows;
const subscription = async () =>
  (await dbs[0].pool.query("select active, topics, given_up_at is not null as stopped from subscription")).rows[0];

async function untilBlocked(): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await dbs[0].pool.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return rows.length;
    })
    .toBeGreaterThan(0);
}

/** Does `work` while another transaction holds what `query` locks. */
async function whileHeld(query: string, work: (holder: pg.ClientBase) => Promise<unknown>): Promise<void> {
  const holder = await dbs[0].pool.connect();
  try {
    await holder.query("begin");
    await holder.query(query);
    await work(holder);
    await holder.query("commit");
  } finally {
    holder.release();
  }
}

test("two releases at the same moment start each delivery once", async () => {
  const [one, other] = dbs;
  let released: Promise<number>[] = [];
  await whileHeld("select from delivery for update", async () => {
    released = [releaseOn(one), releaseOn(other)];
    await untilBlocked();
  });
  expect((await Promise.all(released)).toSorted()).toEqual([0, 2]);
  expect(await starts()).toEqual([{ id: 1 }, { id: 2 }]);
});

test("a delivery that another process restarts during a replay, and that arrives, is not sent twice", async () => {
  const [one, other] = dbs;
  await one.pool.query("update subscription set active = true, given_up_at = null");
  let released: Promise<number>[] = [];
  await whileHeld("select from delivery where id = 1 for update", async () => {
    released = [releaseOn(one, REPLAYED)];
    await untilBlocked();
    released.push(releaseOn(other, REPLAYED, { notificationId: 2 }));
    await Promise.race([released[1], sleep(300)]);
    await one.pool.query(
      "update delivery set status = 'delivered', updated_at = now() where id = 2 and status = 'created'",
    );
  });
  await Promise.all(released);
  expect(await starts()).toEqual([{ id: 1 }, { id: 2 }]);
});

test("a replay that waits for another one leaves out what that one has sent in the meantime", async () => {
  let released = Promise.resolve(-1);
  await whileHeld(`select pg_advisory_xact_lock(7305, ${organizationId})`, async (holder) => {
    released = releaseOn(dbs[1], REPLAYED);
    await Promise.race([untilBlocked(), released]);
    await holder.query("update delivery set status = 'delivered', updated_at = clock_timestamp()");
  });
  expect(await released).toBe(0);
  expect(await starts()).toEqual([]);
});

test("a subscription whose events are turned off at the same moment stays off", async () => {
  let released = Promise.resolve(-1);
  await whileHeld("select from subscription for update", async (holder) => {
    released = releaseOn(dbs[1]);
    await untilBlocked();
    await holder.query("update subscription set topics = '{}', active = false");
  });
  expect(await released).toBe(0);
  expect(await subscription()).toEqual({ active: false, topics: [], stopped: true });
  expect(await starts()).toEqual([]);
});

test("a release that fails changes nothing", async () => {
  await dbs[0].pool.query("create function fail() returns trigger language plpgsql as $$ begin raise 'no'; end $$");
  await dbs[0].pool.query("create trigger fail before update on delivery for each row execute function fail()");
  await expect(releaseOn(dbs[1])).rejects.toThrow();
  await dbs[0].pool.query("drop trigger fail on delivery");
  expect(await subscription()).toMatchObject({ active: false, stopped: true });
});
