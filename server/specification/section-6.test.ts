import { createHmac } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { aDemoProduct, type DemoProduct } from "#server/testing/demo-product.ts";
import { anElement } from "#server/testing/elements.ts";
import { aPolledInstance, aPolledProvider, CONTACTS, type PolledProvider } from "#server/testing/polled.ts";
import { type AProvider, aProvider } from "#server/testing/running.ts";

let product: DemoProduct;
let polled: PolledProvider;
let receiver: AProvider;
let polledId: number;
let hookedKey: string;
/** The responses of the receiver to its next requests; 200 to all others. */
const statuses: number[] = [];

beforeAll(async () => {
  product = await aDemoProduct({ env: { DELIVERY_UNIT_MS: "1" } });
  receiver = await aProvider((_, response) => response.writeHead(statuses.shift() ?? 200).end());
  polled = await aPolledProvider();
  polledId = (await product.send("POST /elements", polled.element())).body.id;
  hookedKey = (await product.send("POST /elements", anElement())).body.key;
});
beforeEach(() => {
  statuses.length = 0;
  receiver.requests.length = 0;
});
afterAll(async () => {
  await product.close();
  await Promise.all([polled.close(), receiver.close()]);
});

const row = (id: string) => ({
  id,
  updated: new Date(Date.now() + 1000).toISOString(),
  created: "2026-01-01T00:00:00.000Z",
});

/** An instance that gets changes by webhooks. */
async function hooked(more: object = {}) {
  const configuration = { "event.notification.enabled": true, "event.vendor.type": "webhook", ...more };
  const body = { name: "hooked", element: { key: hookedKey }, configuration };
  const created = await product.send("POST /instances", body);
  expect(created.status, created.text).toBe(200);
  return created.body;
}
const webhook = (instanceId: number, body: object) =>
  product.send(`POST /events/${hookedKey}`, body, { as: null, headers: { "element-instances": String(instanceId) } });
const eventsOf = async (instanceId: number) => (await product.send(`GET /instances/${instanceId}/events`)).body;

/** The requests of the receiver, once there are this many. */
async function received(count: number) {
  await expect
    .poll(async () => {
      await product.tick();
      return receiver.requests.length;
    })
    .toBe(count);
  return receiver.requests;
}

test("spec §6 polling or webhooks; §1 events: finds a change by polling one instance and by another's webhook", async () => {
  const { body: byPolling } = await aPolledInstance(product, { elementId: polledId });
  polled.state.rows = [row("1")];
  await product.send(`POST /instances/${byPolling.id}/pollers/contacts/poll`);
  expect(await eventsOf(byPolling.id)).toMatchObject([{ notifiedData: [{ objectId: "1", eventType: "UPDATED" }] }]);
  const byWebhook = await hooked();
  expect((await webhook(byWebhook.id, { id: "2" })).status).toBe(200);
  expect(await eventsOf(byWebhook.id)).toMatchObject([{ notifiedData: [{ objectId: "2" }] }]);
  expect(await eventsOf(byPolling.id)).toHaveLength(1);
});

test("spec §6 callback: every event has one shape, whatever the provider sends", async () => {
  const configuration = { "event.notification.callback.url": `${receiver.url}/told` };
  const instance = await hooked(configuration);
  await webhook(instance.id, { id: "9", anything: { deep: true } });
  const [sent] = await received(1);
  const { message } = JSON.parse(sent?.body ?? "");
  expect([sent?.method, sent?.url, sent?.headers["content-type"]]).toEqual([
    "POST",
    "/told",
    expect.stringContaining("application/json"),
  ]);
  expect(message).toMatchObject({
    eventId: expect.any(String),
    instanceId: instance.id,
    elementKey: hookedKey,
    events: [{ objectId: "9", eventType: "UNKNOWN", elementKey: hookedKey, date: expect.any(String) }],
    raw: { id: "9", anything: { deep: true } },
  });
});

test("spec §6 polling configuration: is part of POST /instances; an entry can be copied for another resource", async () => {
  const notes = JSON.parse(JSON.stringify(CONTACTS).replaceAll("contacts", "notes"));
  const { body } = await aPolledInstance(product, { elementId: polledId, entries: { contacts: CONTACTS, notes } });
  polled.state.rows = [row("3")];
  for (const resource of ["contacts", "notes"])
    await product.send(`POST /instances/${body.id}/pollers/${resource}/poll`);
  const types = (await eventsOf(body.id)).map(({ notifiedData }: { notifiedData: { objectType: string }[] }) =>
    notifiedData.map(({ objectType }) => objectType),
  );
  expect(types.flat().sort()).toEqual(["contacts", "notes"]);
});

test.each([
  ["demomail", "polling", "messages"],
  ["demohr", "polling", "events"],
  ["democrm", "webhook", undefined],
  ["demodocuments", "webhook", undefined],
])("spec §6 which elements: %s reports changes by %s %s", async (key, method, resource) => {
  const { body } = await product.send(`GET /elements/${key}/metadata`);
  expect(body.events).toMatchObject({ supported: true, methods: expect.arrayContaining([method]) });
  if (resource) expect(Object.keys(body.events.polling)).toContain(resource);
});

// The specification leaves open which kinds there are.
test.each([
  ["CREATED", "created"],
  ["UPDATED", "updated"],
  ["DELETED", "deleted"],
  ["UNKNOWN", "something else"],
])("spec §6 event kinds: %s is one", async (kind, fields) => {
  const hooks = [
    {
      type: "event",
      body: "done({ events: [{ event_type: events.kind, event_object_type: 'notes', event_object_id: events.id }] });",
    },
  ];
  const { body: element } = await product.send("POST /elements", anElement({ hooks }));
  const configuration = { "event.notification.enabled": true };
  const { body } = await product.send("POST /instances", { name: "i", element: { key: element.key }, configuration });
  const headers = { "element-instances": String(body.id) };
  await product.send(`POST /events/${element.key}`, { kind: fields, id: "5" }, { as: null, headers });
  expect(await eventsOf(body.id)).toMatchObject([
    { notifiedData: [{ eventType: kind, objectType: "notes", objectId: "5" }] },
  ]);
});

// The product decides how an event finds its instance, and which keys configure it.
test("spec §6 webhook configuration: an event reaches an instance with events on, by its id, and no other", async () => {
  const [on, off] = [await hooked(), await hooked({ "event.notification.enabled": false })];
  expect((await webhook(on.id, { id: "1" })).status).toBe(200);
  expect((await webhook(off.id, { id: "1" })).status).toBe(404);
  expect(
    (await product.send(`POST /events/${hookedKey}/${btoa(String(on.id))}`, { id: "2" }, { as: null })).status,
  ).toBe(200);
  expect((await product.send(`POST /events/${hookedKey}`, { id: "3" }, { as: null })).status).toBe(400);
  expect((await eventsOf(on.id)).length).toBe(2);
});

// Retries and the signature are the product's: the HMAC of the body, by the key of the instance.
test("spec §6 retries and signatures: a callback is signed, and sent again until it is taken", async () => {
  const instance = await hooked({
    "event.notification.callback.url": `${receiver.url}/signed`,
    "event.notification.signature.key": "a key of the instance",
  });
  statuses.push(502);
  await webhook(instance.id, { id: "1" });
  const [first, again] = await received(2);
  expect(again?.body).toBe(first?.body);
  const hmac = createHmac("sha256", "a key of the instance")
    .update(first?.body ?? "")
    .digest("base64");
  expect(first?.headers["elements-webhook-signature"]).toBe(`sha256=${hmac}`);
  expect(first?.headers["elements-webhook-id"]).toBeTruthy();
});
