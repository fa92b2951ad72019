import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { aDatabase, type TestDatabase } from "#server/testing/database.ts";
import { collectStatements, explainAll, nodesOf } from "#server/testing/statement-log.ts";
import { inTransaction } from "../database/transaction.ts";
import { type Database, openDatabase } from "../open-database.ts";
import { settle } from "./delivery-queue.ts";
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
  const pending = Array.from({ length: 500 }, (_, n) => ({ ...message, recipient: `${n}@example.com` }));
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
