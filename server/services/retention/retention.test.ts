import { afterAll, beforeAll, expect, test } from "vitest";
import { anApp, type TestApp } from "#server/testing/app.ts";
import { sweepRetention } from "./sweep-retention.ts";

let app: TestApp;
beforeAll(async () => {
  app = await anApp();
});
afterAll(() => app.close());

test("usage is kept for 30 days", async () => {
  const noted = { organizationId: 1, accountId: 1, userId: 1, elementInstanceId: 1 };
  const call = { ...noted, method: "GET", uri: "/x", resource: "x", ip: "internal", status: 200, processMs: 1 };
  const at = (days: number) => new Date(Date.now() - days * 86_400_000);
  for (const days of [0, 29, 31]) {
    app.usage.note({ ...call, requestId: `${days} days`, createdAt: at(days) });
    app.usage.tally(noted, at(days));
  }
  await app.usage.flush();
  await sweepRetention(app);
  const { rows } = await app.db.pool.query("select request_id from usage order by created_at");
  expect(rows.map(({ request_id }) => request_id)).toEqual(["29 days", "0 days"]);
  expect((await app.db.pool.query("select from api_tally")).rowCount).toBe(2);
});

test("the audit log is kept for a year, counted passwords for a day", async () => {
  const entry = { organizationId: 1, accountId: 1, userId: 1, entity: "formula", entityId: "1", action: "created" };
  const at = (days: number) => new Date(Date.now() - days * 86_400_000);
  await app.db.prisma.auditEntry.createMany({ data: [0, 364, 366].map((days) => ({ ...entry, createdAt: at(days) })) });
  const attempts = [0, 2].map((days) => ({ subject: `${days} days`, wrong: 1, windowStart: at(days) }));
  await app.db.prisma.passwordAttempt.createMany({ data: attempts });
  await sweepRetention(app);
  expect(await app.db.prisma.auditEntry.count()).toBe(2);
  expect(await app.db.prisma.passwordAttempt.findMany({ select: { subject: true } })).toEqual([{ subject: "0 days" }]);
});

test("invitations are kept until they expire", async () => {
  const one = { organizationId: 1, nonce: "x", role: "org", userId: 1 };
  const inHours = (hours: number) => new Date(Date.now() + hours * 3600_000);
  await app.db.prisma.invitation.createMany({
    data: [-1, 1].map((hours) => ({ ...one, email: `${hours}@example.test`, expiresAt: inHours(hours) })),
  });
  await sweepRetention(app);
  expect(await app.db.prisma.invitation.findMany({ select: { email: true } })).toEqual([{ email: "1@example.test" }]);
});

test("how long the audit log is kept is a setting", async () => {
  const entry = { organizationId: 1, accountId: 1, userId: 1, entity: "formula", entityId: "1", action: "created" };
  const createdAt = new Date(Date.now() - 8 * 86_400_000);
  const { id } = await app.db.prisma.auditEntry.create({ data: { ...entry, createdAt } });
  await sweepRetention({ ...app, env: { ...app.env, AUDIT_RETENTION_DAYS: 7 } });
  expect(await app.db.prisma.auditEntry.findFirst({ where: { id } })).toBeNull();
});

test("executions that ended, events and notifications are deleted in batches, with what belongs to them", async () => {
  const { pool } = app.db;
  const count = async (table: string) => (await pool.query(`select from ${table}`)).rowCount;
  const created = "now() - case when n <= 2500 then interval '40 days' else interval '1 day' end";
  // Every hundredth execution is not over, and every hundredth event is not read yet.
  await pool.query(
    `insert into execution (id, organization_id, account_id, formula_id, formula_instance_id, revision, status, trigger_type, trigger, created_at)
     select n, 1, 1, 1, 1, 1, case when n % 100 = 0 then 'retry' else 'success' end, 'manual', '{}', ${created}
     from generate_series(1, 3000) n`,
  );
  await pool.query(
    `insert into step_execution (execution_id, seq, attempt, step_name, step_type, engine, status, took)
     select n, 0, 1, 's', 'script', 'v3', 'success', 'onSuccess' from generate_series(1, 3000) n`,
  );
  await pool.query(
    `insert into event (id, organization_id, account_id, element_instance_id, element_key, source, status, objects, object_ids, created_at)
     select n, 1, 1, 1, 'x', 'webhook', case when n % 100 = 0 then 'NEW' else 'CONSUMED' end, '[]', '{}', ${created}
     from generate_series(1, 3000) n`,
  );
  await pool.query(
    `insert into event_start (event_id, n, formula_instance_id, organization_id) select n, 0, 1, 1 from generate_series(1, 3000) n`,
  );
  await pool.query(
    `insert into notification (organization_id, topic, subject, message, created_at) select 1, 'x', 'x', 'x', ${created}
     from generate_series(1, 3000) n`,
  );
  await pool.query("select setval('event_id_seq', 3000)");
  await sweepRetention(app);
  const tables = ["execution", "step_execution", "event", "event_start", "notification"];
  expect(await Promise.all(tables.map(count))).toEqual([525, 525, 525, 525, 500]);
});

test("an old row behind newer ones is deleted once those are old", async () => {
  const one = { organizationId: 1, topic: "x", subject: "x", message: "x" };
  const at = (days: number) => new Date(Date.now() - days * 86_400_000);
  const data = [...Array(1000).fill(1), 40].map((days) => ({ ...one, createdAt: at(days) }));
  await app.db.prisma.notification.deleteMany();
  await app.db.prisma.notification.createMany({ data });
  await sweepRetention(app);
  expect(await app.db.prisma.notification.count()).toBe(1001);
  app.at(new Date(Date.now() + 30 * 86_400_000));
  await sweepRetention(app);
  app.at(undefined);
  expect(await app.db.prisma.notification.count()).toBe(0);
});
