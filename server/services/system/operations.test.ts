import { setTimeout as pause } from "node:timers/promises";
import { PgBoss } from "pg-boss";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as deadLetters from "#server/store/job/dead-letters.ts";
import { asUser } from "#server/testing/acting.ts";
import { anApp, type TestApp } from "#server/testing/app.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";
import { listQueues } from "../job/list-queues.ts";
import { keepProcessRow, VERSION } from "./process-row.ts";
import { readSystemStatus } from "./read-system-status.ts";

let app: TestApp;
let acme: TestOrganization;
let other: TestOrganization;
let boss: PgBoss;

beforeAll(async () => {
  app = await anApp();
  [acme, other] = [await anOrganization(app), await anOrganization(app)];
  boss = new PgBoss({ connectionString: app.databaseUrl, supervise: false, schedule: false });
  await boss.start();
  await boss.createQueue("unread-events");
});
afterAll(async () => {
  await boss.stop({ graceful: false });
  await app.close();
});

const as = (organization: TestOrganization, who: "administrator" | "designer" = "administrator") =>
  asUser(app, { organizationId: organization.id, userId: organization[who].id });

test("the status names running processes, and those that are not seen any more", async () => {
  const row = keepProcessRow(app, "worker");
  const { prisma } = app.db;
  await expect.poll(() => prisma.process.count()).toBe(1);
  const seenAt = new Date(Date.now() - 60_000);
  const gone = { id: crypto.randomUUID(), kind: "web", version: "0.1.0", host: "gone", startedAt: seenAt, seenAt };
  await prisma.process.create({ data: gone });
  const status = await readSystemStatus(await as(acme));
  expect(status).toMatchObject({
    version: VERSION,
    processes: [
      { kind: "web", version: "0.1.0", host: "gone", isAlive: false },
      { kind: "worker", version: VERSION, isAlive: true },
    ],
    database: {
      bytes: expect.any(Number),
      hasRowSecurity: true,
      migrations: expect.any(Number),
      latestMigration: { name: expect.any(String) },
    },
  });
  expect(status.database.migrations).toBeGreaterThan(10);
  await row.stop();
  expect(await prisma.process.findMany({ select: { host: true } })).toEqual([{ host: "gone" }]);
});

test("the status is for administrators of an organization only", async () => {
  await expect(readSystemStatus(await as(acme, "designer"))).rejects.toMatchObject({ kind: "forbidden" });
  const colleague = await acme.aColleague({ role: "administrator" });
  const ctx = await asUser(app, { organizationId: acme.id, userId: colleague.id });
  await expect(readSystemStatus(ctx)).rejects.toMatchObject({ kind: "forbidden" });
});

test("queues count the work of the organization alone, and its dead letters", async () => {
  const own = { organizationId: acme.id, accountId: acme.accountId };
  await boss.insert("unread-events", [
    { data: own },
    { data: own },
    { data: { organizationId: other.id, accountId: other.accountId } },
  ]);
  await app.db.pool.query(
    `insert into execution (id, organization_id, account_id, formula_id, formula_instance_id, revision, status, trigger_type, trigger)
     values (1, $1, $2, 1, 1, 1, 'pending', 'manual', '{}'), (2, $3, $4, 1, 1, 1, 'pending', 'manual', '{}')`,
    [acme.id, acme.accountId, other.id, other.accountId],
  );
  for (const [kind, jobId] of [
    ["unread-events", crypto.randomUUID()],
    ["execution", crypto.randomUUID()],
  ] as const)
    await deadLetters.insert(app.db.pool, { ...own, kind, jobId, reason: "it broke", payload: own });
  await pause(5);
  const queues = await listQueues(await as(acme));
  const named = (name: string) => queues.find((queue) => queue.name === name);
  expect(named("unread-events")).toEqual({
    ...{ name: "unread-events", waiting: 2, running: 0, deadLetters: 1 },
    oldestAt: expect.any(String),
  });
  expect(named("executions")).toMatchObject({ waiting: 1, deadLetters: 1 });
  expect(named("polls")).toEqual({ name: "polls", waiting: 0, running: 0, oldestAt: null, deadLetters: 0 });
  const theirs = await listQueues(await as(other));
  expect(theirs.reduce((sum, { waiting, deadLetters: dead }) => sum + waiting + dead, 0)).toBe(2);
  await expect(listQueues(await as(acme, "designer"))).rejects.toMatchObject({ kind: "forbidden" });
});
