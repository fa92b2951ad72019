import { afterAll, beforeAll, expect, test } from "vitest";
import { describeBulkJob } from "#server/services/bulk/describe-bulk-job.ts";
import { listFailedNotifications } from "#server/services/notification/failed-notifications.ts";
import { inTransaction } from "#server/store/database/transaction.ts";
import { insertNotifications } from "#server/store/delivery/outbox.ts";
import { sealRecipient } from "#server/store/encryption/sealed-address.ts";
import { asUser } from "#server/testing/acting.ts";
import { asElement } from "#server/testing/demo-product.ts";
import { anElement } from "#server/testing/elements.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";
import { aRunningApi, type RunningApi } from "#server/testing/running.ts";
import { ENDPOINTS } from "./endpoints.ts";

/** The credential in an address that receives callbacks. */
const SECRET = "marker9876543210ofanaddress";
const ADDRESS = `https://receiver.example/in?token=${SECRET}&room=7`;
const SHOWN = "https://receiver.example/in?token=********&room=7";

let api: RunningApi;
let acme: TestOrganization;
let elementToken: string;
let bulkJobId: string;
/** Paths that show an object with the address, each with the place of the address in the response. */
let places: Record<string, { path: string; as?: { authorization: string }; seen: object }>;

beforeAll(async () => {
  api = await aRunningApi();
  acme = await anOrganization(api.app);
  const as = acme.administrator;
  const send = async (method: string, path: string, body: object, more: object = {}) => {
    const reply = await api.fetch(path, { as, method, body, ...more });
    expect(reply.status, `${method} ${path}: ${reply.text}`).toBe(200);
    return reply.body;
  };
  const formula = await send("POST", "/formulas", { name: "watched", triggers: [{ type: "manual" }] });
  const settings = { "notification.webhook.url": ADDRESS };
  const watched = await send("POST", `/formulas/${formula.id}/instances`, { name: "watched", settings });
  const element = anElement({
    resources: [{ method: "GET", path: "/contacts", vendorPath: "/contacts" }],
    objects: [{ name: "contacts" }],
  });
  await send("POST", "/elements", element);
  const instance = await send("POST", "/instances", { name: "connected", element: { key: element.key } });
  elementToken = instance.token;
  const bulk = { as: asElement(as, elementToken) };
  const job = await send("POST", "/bulk/download", { q: "select * from contacts", notificationUrl: ADDRESS }, bulk);
  bulkJobId = job.id;
  const config = { url: ADDRESS };
  const topics = ["topic"];
  const subscription = await send("POST", "/notifications/subscriptions", { channel: "webhook", topics, config });
  const { id: organizationId, accountId } = acme;
  const message = {
    organizationId,
    accountId,
    topic: "failed",
    subject: "x",
    message: "x",
    recipient: sealRecipient(api.app.vault, organizationId, ADDRESS),
  };
  const [notificationId] = await inTransaction(api.app.db.pool, (client) => insertNotifications(client, [message]));
  const scheduled = await send("POST", "/jobs", {
    ...{ name: "download", method: "POST", uri: "/bulk/download", trigger: { cron: "0 0 3 * * ?" } },
    headers: { "elements-async-callback-url": ADDRESS },
    body: { q: "select * from contacts", notificationUrl: ADDRESS },
  });
  places = {
    "a formula instance": {
      path: `/formulas/${formula.id}/instances/${watched.id}`,
      seen: { settings: { "notification.webhook.url": SHOWN } },
    },
    "a bulk job": {
      path: `/bulk/${job.id}/status`,
      as: asElement(acme.viewer, elementToken),
      seen: { notificationUrl: SHOWN },
    },
    "a subscription": { path: `/notifications/subscriptions/${subscription.id}`, seen: { config: { url: SHOWN } } },
    "a notification": { path: `/notifications/${notificationId}`, seen: { recipient: SHOWN } },
    "a scheduled request": {
      path: `/jobs/${scheduled.id}`,
      seen: { data: { headers: { "elements-async-callback-url": SHOWN }, body: { notificationUrl: SHOWN } } },
    },
  };
});
afterAll(() => api.close());

test("viewers see addresses that receive callbacks without their credentials", async () => {
  for (const [name, { path, as = acme.viewer, seen }] of Object.entries(places)) {
    const reply = await api.fetch(path, { as });
    expect.soft(reply, name).toMatchObject({ status: 200, body: seen });
    expect.soft(reply.text, name).not.toContain(SECRET);
  }
});

test("no list shows them to viewers", async () => {
  const lists = ENDPOINTS.filter(
    ({ method, path, auth }) => method === "GET" && auth !== "none" && !path.includes("{"),
  );
  expect(lists.length).toBeGreaterThan(40);
  for (const { path, auth } of lists) {
    const as = auth === "element" ? asElement(acme.viewer, elementToken) : acme.viewer;
    expect.soft((await api.fetch(path, { as })).text, path).not.toContain(SECRET);
  }
});

test("nor do screens with shapes of their own", async () => {
  const ctx = await asUser(api.app, { organizationId: acme.id, userId: acme.viewer.id });
  expect(await describeBulkJob(ctx, bulkJobId)).toMatchObject({ callbackUrl: SHOWN });
  await api.app.db.pool.query("update notification set delivery = 'failed' where organization_id = $1", [acme.id]);
  expect((await listFailedNotifications(ctx, 10)).items).toMatchObject([{ recipient: SHOWN }]);
});

test("the audit log shows administrators that such an address changed, without its credentials", async () => {
  const path = places["a formula instance"]?.path ?? "";
  const settings = { "notification.webhook.url": ADDRESS.replace("room=7", "room=8") };
  const changed = await api.fetch(path, { as: acme.administrator, method: "PUT", body: { name: "watched", settings } });
  expect(changed.status).toBe(200);
  const { text } = await api.fetch("/audit-logs/formula-instances", { as: acme.administrator });
  expect(text).toContain("room=8");
  expect(text).not.toContain(SECRET);
});

test("designers see the settings of a formula instance as they are, because they edit them", async () => {
  const { body } = await api.fetch(places["a formula instance"]?.path ?? "", { as: acme.designer });
  expect(body.settings["notification.webhook.url"]).toContain(SECRET);
});
