import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { asElement } from "#server/testing/demo-product.ts";
import { anElement } from "#server/testing/elements.ts";
import { columnsWith } from "#server/testing/find-in-database.ts";
import { type AProvider, aProvider, aRunningApi, type RunningApi } from "#server/testing/running.ts";
import { sealEarlier } from "./seal-earlier.ts";

const SECRET = "marker9876543210ofanaddress";
let api: RunningApi;
let receiver: AProvider;
/** An address of the receiver with a credential, and as it is shown. */
let address: string;
let shown: string;

beforeAll(async () => {
  api = await aRunningApi();
  receiver = await aProvider((_, response) => response.end("{}"));
  address = `${receiver.url}/in/${SECRET}?token=${SECRET}&sig=${SECRET}&room=7`;
  shown = address.replaceAll(SECRET, "********");
});
beforeEach(() => {
  receiver.requests.length = 0;
});
afterAll(async () => {
  await receiver.close();
  await api.close();
});

const send = async (method: string, at: string, body?: object, more: Parameters<RunningApi["fetch"]>[1] = {}) => {
  const reply = await api.fetch(at, { as: api.as, method, body, ...more });
  expect(reply.status, `${method} ${at}: ${reply.text}`).toBe(200);
  return reply.body;
};

async function aConnection(configuration: object = {}) {
  const element = anElement({
    configuration: [{ key: "base.url", name: "Base URL", description: "", defaultValue: receiver.url }],
    resources: [{ method: "GET", path: "/contacts", vendorPath: "/contacts" }],
    objects: [{ name: "contacts" }],
  });
  await send("POST", "/elements", element);
  return send("POST", "/instances", { name: "connected", element: { key: element.key }, configuration });
}

/** Each place that keeps an address of callbacks. Returns what causes another callback to it. */
const PLACES: Record<string, () => Promise<() => Promise<unknown>>> = {
  async "a subscription"() {
    const subscription = { channel: "webhook", topics: ["orders"], config: { url: address } };
    await send("POST", "/notifications/subscriptions", subscription);
    return () => send("POST", "/notifications", { topic: "orders", message: "hello", from: "a test" });
  },
  async "the events of a connection"() {
    const { id } = await aConnection({
      "event.notification.enabled": "true",
      "event.notification.callback.url": address,
    });
    const { id: subscriptionId } = await api.app.db.prisma.subscription.findFirstOrThrow({
      where: { elementInstanceId: id },
    });
    return () => send("POST", `/notifications/subscriptions/${subscriptionId}/test`);
  },
  async "the settings of a formula instance, and notifications of failed runs"() {
    const fails = { name: "fail", type: "script", properties: { body: "throw new Error('no');" } };
    const { formulaInstanceId } = await api.aRunnable(
      { name: "Fails", triggers: [{ type: "manual", onSuccess: ["fail"] }], steps: [fails] },
      { settings: { "notification.webhook.url": address } },
    );
    return () => api.run(formulaInstanceId);
  },
  async "a bulk job and its notification"() {
    const { token } = await aConnection();
    const as = asElement(api.as, token);
    return async () => {
      await send("POST", "/bulk/download", { q: "select * from contacts", notificationUrl: address }, { as });
      await api.tick();
    };
  },
};

const arrives = () =>
  expect.poll(() => receiver.requests.map(({ url }) => url)).toContain(address.slice(receiver.url.length));

test.each(Object.entries(PLACES))(
  "an address with a credential is called, and not stored as plain text: %s",
  async (_, give) => {
    const call = await give();
    await call();
    await arrives();
    expect(await columnsWith(api.app.db.pool, SECRET)).toEqual([]);
  },
);

test("an address is changed by its credential alone, and an address that only hides something stays as it is", async () => {
  const { formulaId, formulaInstanceId } = await api.aRunnable(
    { name: "Watched", triggers: [{ type: "manual" }] },
    { settings: { "notification.webhook.url": address } },
  );
  const at = `/formulas/${formulaId}/instances/${formulaInstanceId}`;
  const other = address.replaceAll(SECRET, `${SECRET}2`);
  await send("PUT", at, { settings: { "notification.webhook.url": other } });
  expect((await send("GET", at)).settings).toEqual({ "notification.webhook.url": other });
  expect(await columnsWith(api.app.db.pool, SECRET)).toEqual([]);
  await send("PUT", at, { name: "another name" });
  expect((await send("GET", at)).settings).toEqual({ "notification.webhook.url": other });
  await send("PUT", at, { settings: {} });
  expect((await send("GET", at)).settings).toEqual({});
});

test("addresses of 0.1.0 are called, and are encrypted", async () => {
  const { pool, prisma } = api.app.db;
  const calls = [];
  for (const give of Object.values(PLACES)) calls.push(await give());
  for (const call of calls) await call();
  const plain = [
    "update subscription set address = $1, address_sealed = null where address = $2",
    `update formula_instance set settings = jsonb_build_object('notification.webhook.url', $1::text), webhook_sealed = null
     where settings->>'notification.webhook.url' = $2`,
    "update bulk_job set callback_url = $1, callback_sealed = null where callback_url = $2",
    "update notification set recipients = $1, recipient_sealed = null where recipients = $2",
  ];
  for (const text of plain) expect((await pool.query(text, [address, shown])).rowCount).toBeGreaterThan(0);
  expect(await columnsWith(pool, SECRET)).toEqual([
    "bulk_job.callback_url",
    "formula_instance.settings",
    "notification.recipients",
    "subscription.address",
  ]);
  const read = async () =>
    (await send("GET", "/formulas/instances")).map(({ settings }: { settings: object }) => settings);
  const before = await read();
  const failures: string[] = [];
  const sealing = () => sealEarlier(api.app, (row) => failures.push(row));
  await Promise.all([sealing(), sealing()]);
  expect([failures, await columnsWith(pool, SECRET), await read()]).toEqual([[], [], before]);
  expect(await prisma.subscription.count({ where: { addressSealed: null } })).toBe(0);
  for (const call of calls) {
    receiver.requests.length = 0;
    await call();
    await arrives();
  }
});
