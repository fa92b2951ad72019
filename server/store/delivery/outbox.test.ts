import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { anApp, type TestApp } from "#server/testing/app.ts";
import { anOrganization } from "#server/testing/organizations.ts";
import { inTransaction } from "../database/transaction.ts";
import { insertNotifications } from "./outbox.ts";

let app: TestApp;
beforeAll(async () => {
  app = await anApp();
});
afterAll(() => app.close());

test("several notifications and their deliveries are one statement", async () => {
  const { id: organizationId } = await anOrganization(app);
  const { id: other } = await anOrganization(app);
  const notification = { organizationId, accountId: null, topic: "t", subject: "s", message: "m" };
  const statements = await inTransaction(app.db.pool, async (client) => {
    const query = vi.spyOn(client, "query");
    const written = await insertNotifications(client, [
      { ...notification, recipient: { shown: "a@example.com", sealed: "" }, severity: "high" },
      { ...notification, recipient: { shown: "b@example.com", sealed: "" }, payload: '{"a":1}' },
      notification,
    ]);
    expect(written).toHaveLength(3);
    expect(await insertNotifications(client, [])).toEqual([]);
    return query.mock.calls.length;
  });
  expect(statements).toBe(1);
  const rows = await app.db.prisma.notification.findMany({
    where: { organizationId },
    select: { recipients: true, delivery: true, severity: true, sender: true, deliveries: { select: { ready: true } } },
    orderBy: { recipients: "asc" },
  });
  const sent = { delivery: "pending", sender: "formulary", deliveries: [{ ready: true }] };
  expect(rows).toEqual([
    { ...sent, recipients: "a@example.com", severity: "high" },
    { ...sent, recipients: "b@example.com", severity: "low" },
    { recipients: null, delivery: "inbox", severity: "low", sender: "formulary", deliveries: [] },
  ]);
  expect(await app.db.prisma.notification.count({ where: { organizationId: other } })).toBe(0);
});
