import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { aDatabase, type TestDatabase } from "#server/testing/database.ts";
import { type Database, openDatabase } from "../open-database.ts";
import { beginAlone, beginOwned, count, type DeliveryFilter } from "./deliveries.ts";
import {
  type ClaimedDelivery,
  claimReady,
  giveUpReceiver,
  type Outcome,
  settle,
  wakeDeliveries,
} from "./delivery-queue.ts";
import { dismiss } from "./dismissed-deliveries.ts";
import { sendAgain } from "./outbox.ts";

const organizationId = 7;
const scope = { organizationId };
const EVERY = ["created", "delivered", "notified", "retry", "queued"];
const LEASE_MS = 60_000;

let database: TestDatabase;
/** A worker, and the process of a person. */
let worker: Database;
let person: Database;
beforeAll(async () => {
  database = await aDatabase();
  [worker, person] = [openDatabase(database.url), openDatabase(database.url)];
  await person.pool.query(`
    insert into organization (id, name, secret_hash, secret_sealed) values (7, 'x', '', '');
    insert into account (id, organization_id, name) values (7, 7, 'x');
    insert into "user" (id, organization_id, account_id, email, role, password_hash, secret_hash, secret_sealed)
      values (7, 7, 7, 'x@example.com', 'administrator', '', '', '');
    insert into subscription (id, organization_id, account_id, user_id, channel, topics, address, credentials)
      values (1, 7, 7, 7, 'webhook', '{x}', 'https://receiver.test', '');
    insert into notification (id, organization_id, topic, subject, message) values (1, 7, 'x', 'x', 'x')`);
});
beforeEach(() =>
  person.pool.query(`
    truncate delivery, delivery_attempt;
    update subscription set active = true, given_up_at = null;
    insert into delivery (id, organization_id, notification_id, subscription_id, status, ready, attempts)
      values (1, 7, 1, 1, 'retry', true, 1)`),
);
afterAll(async () => {
  for (const db of [worker, person]) await db.close();
  await database.drop();
});

const NOBODY = { organizations: new Map(), receivers: new Map() };
const claim = (leaseMs = LEASE_MS) =>
  claimReady(worker.pool, { shares: { limit: 9, perOrganization: 9, perReceiver: 9 }, underWay: NOBODY, leaseMs });
/** Claims the only delivery that is ready. */
async function claimOne(leaseMs?: number): Promise<ClaimedDelivery> {
  const [claimed, ...others] = await claim(leaseMs);
  if (!claimed || others.length > 0) throw new Error("Not one delivery was ready.");
  return claimed;
}
const settleAs = ({ id, attempts }: ClaimedDelivery, status: Outcome["status"], waitMs: number | null = null) =>
  settle(worker.pool, [
    {
      ...{ deliveryId: id, attempts, status, waitMs, isSent: true, answerStatus: null, error: null },
      ...{ startedAt: new Date(), durationMs: 5, exchange: null, eventId: null },
    },
  ]);
const restart = (filter: Partial<DeliveryFilter> = {}, statuses: readonly string[] = EVERY) =>
  beginAlone(person.prisma, { filter: { scope, ...filter }, statuses, also: async () => {} });
const delivery = () => person.prisma.delivery.findFirstOrThrow();
const attempts = async () => (await person.pool.query("select from delivery_attempt where delivery_id = 1")).rowCount;

for (const [what, filter] of [
  ["one delivery", { notificationId: 1, subscriptionId: 1 }],
  ["many", { subscriptionId: 1, from: new Date(0), to: new Date(Date.now() + 1e6) }],
] as const)
  test(`a resend of ${what} starts no second attempt while one is running, and one afterwards`, async () => {
    const claimed = await claimOne();
    expect(await count(person.prisma, { filter: { scope, ...filter }, statuses: EVERY, now: new Date() })).toBe(0);
    expect(await restart(filter)).toBe(0);
    expect(await claim()).toEqual([]);
    await settleAs(claimed, "retry", 1e6);
    expect(await delivery()).toMatchObject({ status: "retry", attempts: 2, leaseUntil: null });
    expect(await restart(filter)).toBe(1);
    const again = await claimOne();
    expect(again.attempts).toBe(1);
    await settleAs(again, "delivered");
    expect(await delivery()).toMatchObject({ status: "delivered", leaseUntil: null });
  });

test("a resend that waits for a claim of the same moment starts no second attempt", async () => {
  const holder = await worker.pool.connect();
  try {
    await holder.query("begin");
    const claimed = await claimReady(holder as unknown as typeof worker.pool, {
      shares: { limit: 9, perOrganization: 9, perReceiver: 9 },
      underWay: NOBODY,
      leaseMs: LEASE_MS,
    });
    expect(claimed).toHaveLength(1);
    const restarted = restart({ notificationId: 1 });
    await expect
      .poll(async () => {
        const { rowCount } = await person.pool.query(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        return rowCount;
      })
      .toBeGreaterThan(0);
    await holder.query("commit");
    expect(await restarted).toBe(0);
  } finally {
    holder.release();
  }
  expect(await claim()).toEqual([]);
});

/** The actions that make held deliveries of the subscription ready again. */
const RELEASES: [string, () => Promise<unknown>][] = [
  ["a release", () => restart({}, ["queued"])],
  ["a replay", () => restart({ subscriptionId: 1 })],
  ["a resend of another delivery", () => restart({ notificationId: 1 })],
  ["access of the owner", () => beginOwned(person.prisma, { id: 7, organizationId })],
];
for (const [what, release] of RELEASES)
  for (const [status, end] of [
    ["delivered", { status: "delivered", ready: false }],
    ["retry", { status: "retry", ready: false, wakeAt: expect.any(Date) }],
  ] as const)
    test(`a delivery that is held during its attempt is not sent twice by ${what}, and ends as ${status}`, async () => {
      const claimed = await claimOne();
      const client = await worker.pool.connect();
      await giveUpReceiver(client, 1);
      client.release();
      if (what === "access of the owner") await person.pool.query("update subscription set active = true");
      expect(await delivery()).toMatchObject({ status: "queued" });
      await release();
      expect(await claim()).toEqual([]);
      await settleAs(claimed, status, status === "retry" ? 1e6 : null);
      expect(await delivery()).toMatchObject({ ...end, leaseUntil: null });
    });

test("an attempt whose process died blocks a resend only until its lease ends", async () => {
  await claimOne(-1);
  expect(await restart({ notificationId: 1 })).toBe(1);
  const again = await claimOne(-1);
  await wakeDeliveries(worker.pool);
  expect((await claimOne()).attempts).toBe(again.attempts + 1);
});

test("a delivery that is dismissed during its attempt can be resent when the attempt has ended", async () => {
  const claimed = await claimOne();
  const client = await worker.pool.connect();
  await giveUpReceiver(client, 1);
  client.release();
  expect(await dismiss(person.prisma, { scope, subscriptionId: 1 })).toBe(1);
  expect(await restart()).toBe(0);
  await settleAs(claimed, "retry", 5);
  expect([await delivery(), await attempts()]).toMatchObject([
    { status: "notified", wakeAt: null, leaseUntil: null },
    1,
  ]);
  expect(await restart()).toBe(1);
});

test("a resend of a failed notification starts one attempt, even if two people choose it", async () => {
  await person.pool.query(
    `delete from delivery; update notification set delivery = 'failed', recipients = 'x@example.com' where id = 1;
     insert into delivery (organization_id, notification_id, status, ready) values (7, 1, 'failed', false)`,
  );
  const resend = (db: Database) => sendAgain(db.pool, { organizationId, notificationId: 1 });
  expect((await Promise.all([resend(worker), resend(person)])).toSorted()).toEqual([false, true]);
  await claimOne();
  expect([await resend(person), await claim()]).toEqual([false, []]);
});
