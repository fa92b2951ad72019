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

test("how long the audit log is kept is a setting", async () => {
  const entry = { organizationId: 1, accountId: 1, userId: 1, entity: "formula", entityId: "1", action: "created" };
  const createdAt = new Date(Date.now() - 8 * 86_400_000);
  const { id } = await app.db.prisma.auditEntry.create({ data: { ...entry, createdAt } });
  await sweepRetention({ ...app, env: { ...app.env, AUDIT_RETENTION_DAYS: 7 } });
  expect(await app.db.prisma.auditEntry.findUnique({ where: { id } })).toBeNull();
});
