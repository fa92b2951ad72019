import { afterAll, beforeAll, expect, test } from "vitest";
import { Failure } from "#server/errors.ts";
import type { Mailer } from "#server/ports.ts";
import { adoptPending } from "#server/store/delivery/outbox.ts";
import { aDeliveringApi, type DeliveringApi } from "#server/testing/delivering.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";

let api: DeliveringApi;
let acme: TestOrganization;
const sent: string[] = [];
/** The mail server's response to the next message. */
let refusal: Failure | null = null;
const mailer: NonNullable<Mailer> = {
  async send({ to }) {
    if (refusal) throw refusal;
    sent.push(to);
  },
};

beforeAll(async () => {
  api = await aDeliveringApi({ mailer, env: { DELIVERY_UNIT_MS: "1000" } });
  acme = api.organization;
});
afterAll(() => api.close());

const send = (method: string, path: string, as = acme.designer) => api.fetch(`/notifications${path}`, { as, method });
const email = async (to: string) => {
  const body = { to: [to], subject: "Hello", message: "…" };
  expect((await api.fetch("/notifications/emails", { as: acme.designer, method: "POST", body })).status).toBe(200);
  const { body: listed } = await send("GET", "?topics[]=email&pageSize=1");
  expect(listed[0]).toMatchObject({ recipient: to });
  return `/${listed[0].id}`;
};
const read = async (path: string) => (await send("GET", path)).body;
const deliveryOf = async (path: string) => (await read(path)).delivery;

/** Makes the next attempt due now, and the last one. */
const exhaust = (path: string) =>
  api.app.db.pool.query(
    "update delivery set attempts = 8, wake_at = now() where notification_id = $1 and status = 'retry'",
    [path.slice(1)],
  );

test("an e-mail whose last attempt failed has failed, says why, and can be sent again", async () => {
  refusal = new Failure("badGateway", "The mail server did not accept the message: 451.");
  const path = await email("later@example.test");
  await expect.poll(async () => (await read(path)).error).toBe(refusal.message);
  expect(await deliveryOf(path)).toBe("pending");
  expect((await send("PUT", `${path}/resend`)).status).toBe(400);
  const { rows } = await api.app.db.pool.query(
    "select attempts, extract(epoch from wake_at - updated_at)::float8 as seconds from delivery where notification_id = $1",
    [path.slice(1)],
  );
  expect(rows[0].attempts).toBe(1);
  expect(rows[0].seconds).toBeGreaterThanOrEqual(14.9);
  expect(rows[0].seconds).toBeLessThanOrEqual(30.1);
  await exhaust(path);
  await expect.poll(() => deliveryOf(path), { timeout: 30_000 }).toBe("failed");
  const failed = { recipient: "later@example.test", error: "The mail server did not accept the message: 451." };
  expect((await send("GET", "?delivery=failed")).body).toMatchObject([failed]);
  expect((await send("GET", "?topics[]=email&delivery=sent")).body).toEqual([]);

  expect((await send("PUT", `${path}/resend`, acme.viewer)).status).toBe(403);
  const other = await anOrganization(api.app);
  expect((await send("PUT", `${path}/resend`, other.designer)).status).toBe(404);
  expect((await send("GET", "?delivery=failed", other.designer)).body).toEqual([]);
  refusal = null;
  const resent = await send("PUT", `${path}/resend`);
  expect(resent.status).toBe(200);
  expect(["pending", "sent"]).toContain(resent.body.delivery);
  expect(resent.body).not.toHaveProperty("error");
  await expect.poll(() => deliveryOf(path), { timeout: 30_000 }).toBe("sent");
  expect(sent).toEqual(["later@example.test"]);
});

test("one that the mail server refuses for good has failed at once", async () => {
  refusal = new Failure("unprocessable", "The mail server refused the message (550).");
  const path = await email("nobody@example.test");
  await expect.poll(() => deliveryOf(path), { timeout: 30_000 }).toBe("failed");
  expect((await send("GET", path)).body.error).toBe("The mail server refused the message (550).");
});

test("a pending notification that an earlier version wrote without a delivery is sent, once", async () => {
  refusal = null;
  const { db } = api.app;
  const { id } = await db.prisma.notification.create({
    data: {
      ...{ organizationId: acme.id, topic: "email", subject: "Old", message: "…", delivery: "pending" },
      ...{ recipients: "old@example.test", createdAt: new Date(Date.now() - 120_000) },
    },
  });
  await Promise.all([adoptPending(db.pool), adoptPending(db.pool)]);
  await db.pool.query("select pg_notify('delivery_ready', '')");
  await expect.poll(() => deliveryOf(`/${id}`), { timeout: 30_000 }).toBe("sent");
  await adoptPending(db.pool);
  expect(sent.filter((to) => to === "old@example.test")).toHaveLength(1);
});

test("a list needs topics or a delivery that there is", async () => {
  expect((await send("GET", "?delivery=lost")).status).toBe(400);
  expect((await send("GET", "")).status).toBe(400);
});
