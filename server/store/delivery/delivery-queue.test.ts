import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { aDatabase, type TestDatabase } from "#server/testing/database.ts";
import { collectStatements, explainAll, nodesOf } from "#server/testing/statement-log.ts";
import { inTransaction } from "../database/transaction.ts";
import { type Database, openDatabase } from "../open-database.ts";
import { settle } from "./delivery-queue.ts";
import { dismiss } from "./dismissed-deliveries.ts";
import { insertNotifications } from "./outbox.ts";

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await aDatabase();
  await explainAll({ adminUrl: inject("postgresAdminUrl"), url: database.url });
  db = openDatabase(database.url);
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

test("settling a delivery reads no other notification, even if the plan is from before many were pending", async () => {
  const { pool } = db;
  const log = collectStatements([pool]);
  await pool.query(
    `insert into notification (organization_id, topic, subject, message) select 1, 'x', 'x', 'x' from generate_series(1, 2000)`,
  );
  await pool.query("analyze notification");
  const message = { organizationId: 1, accountId: null, topic: "x", subject: "x", message: "x", eventId: "1" };
  const pending = Array.from({ length: 500 }, (_, n) => ({
    ...message,
    recipient: { shown: `${n}@example.com`, sealed: "" },
  }));
  await inTransaction(pool, (client) => insertNotifications(client, pending));
  const { rows } = await pool.query<{ id: string; notificationId: number }>(
    `select id, notification_id as "notificationId" from delivery where organization_id = 1 order by id limit 1`,
  );
  const { id: deliveryId = "", notificationId = 0 } = rows[0] ?? {};
  log.take();
  await settle(pool, [
    {
      ...{ deliveryId, attempts: 0, isSent: true, status: "delivered", waitMs: null, answerStatus: null, error: null },
      ...{ startedAt: new Date(), durationMs: 5, exchange: null, eventId: "1" },
    },
  ]);
  const [statement] = log.take();
  const read = nodesOf(statement?.plan ?? { "Node Type": "" })
    .filter((node) => node["Relation Name"] === "notification" && node["Node Type"] !== "ModifyTable")
    .map((node) => ((node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0)) * (node["Actual Loops"] ?? 0));
  expect(read).toEqual([1, 1]);
  expect(await db.prisma.notification.findMany({ where: { organizationId: 1, delivery: "sent" } })).toMatchObject([
    { id: notificationId },
  ]);
});

test("a late outcome does not resume a delivery that was dismissed, and its success is recorded", async () => {
  const { pool } = db;
  await pool.query(
    `insert into subscription (id, organization_id, account_id, user_id, channel, topics, address, credentials)
       values (7, 7, 7, 7, 'webhook', '{y}', 'https://receiver.test', '');
     insert into notification (organization_id, topic, subject, message) values (7, 'y', 'y', 'y')`,
  );
  const { rows } = await pool.query<{ id: string }>(
    `insert into delivery (organization_id, notification_id, subscription_id, status, ready, attempts)
     select 7, id, 7, 'queued', false, 2 from notification where organization_id = 7 returning id`,
  );
  expect(await dismiss(db.prisma, { scope: { organizationId: 7 }, subscriptionId: 7 })).toBe(1);
  const outcome = {
    ...{ deliveryId: rows[0]?.id ?? "", attempts: 2, isSent: true, answerStatus: null, error: null },
    ...{ startedAt: new Date(), durationMs: 5, exchange: null, eventId: null },
  };
  const seen = [];
  for (const [status, waitMs] of [
    ["retry", 5],
    ["queued", null],
    ["delivered", null],
  ] as const) {
    await settle(pool, [{ ...outcome, status, waitMs }]);
    seen.push(await db.prisma.delivery.findMany({ where: { organizationId: 7 }, select: { status: true } }));
  }
  expect(seen.flat().map(({ status }) => status)).toEqual(["notified", "notified", "delivered"]);
});
