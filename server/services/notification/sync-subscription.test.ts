import { createHmac } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { callbackMessage, eventTopic } from "#server/event/callback.ts";
import { inTransaction } from "#server/store/database/transaction.ts";
import { releaseIfActive } from "#server/store/delivery/delivery-queue.ts";
import { aDeliveringApi, type DeliveringApi } from "#server/testing/delivering.ts";
import { anElement, insertElement } from "#server/testing/elements.ts";
import { type AProvider, aProvider } from "#server/testing/running.ts";
import { publish } from "./publish.ts";

let api: DeliveringApi;
let receiver: AProvider;
let elementKey: string;

beforeAll(async () => {
  api = await aDeliveringApi();
  receiver = await aProvider((_, response) => response.end());
  const element = anElement();
  elementKey = element.key;
  await insertElement(api.app, { organizationId: api.organization.id, accountId: api.organization.accountId }, element);
});
afterAll(async () => {
  await receiver.close();
  await api.close();
});

async function connect(configuration: Record<string, string>) {
  const created = await api.send("POST", `/elements/${elementKey}/instances`, { name: "i", configuration });
  expect(created.status, created.text).toBe(200);
  return created.body;
}
const on = (more: Record<string, string> = {}) => ({
  "event.notification.enabled": "true",
  "event.notification.callback.url": `${receiver.url}/events`,
  ...more,
});
const topicOf = ({ id }: { id: number }) => eventTopic({ id, elementKey });
const subscriptionsTo = async (topic: string) =>
  (await api.send("GET", `/notifications/subscriptions?topics[]=${topic}`)).body;

/** Notifies of an event of an instance, as the event pipeline does. */
const anEvent = ({ id }: { id: number }) =>
  inTransaction(api.app.db.pool, (client) => {
    const { id: organizationId, accountId } = api.organization;
    const instance = { id, organizationId, accountId, userId: 1, name: "i", tags: [], elementKey };
    const object = {
      elementKey,
      eventType: "CREATED",
      objectId: "1",
      objectType: "contacts",
      date: "2026-11-21T12:00:00Z",
    } as const;
    const payload = callbackMessage(instance, { eventId: "77", events: [object], raw: { objectType: "contacts" } });
    return publish(client, { organizationId, accountId, topic: topicOf(instance), payload, eventId: "77" });
  });

test("an instance with notifications on owns a subscription to its own topic, which goes with it", async () => {
  const instance = await connect(on());
  const [subscription, ...others] = await subscriptionsTo(topicOf(instance));
  expect(others).toEqual([]);
  expect(subscription).toMatchObject({
    channel: "webhook",
    topics: [topicOf(instance)],
    config: { url: `${receiver.url}/events` },
    active: true,
    elementInstanceId: instance.id,
  });
  expect(instance.configuration["event.notification.subscription.id"]).toBe(String(subscription.id));
  expect((await api.send("GET", `/notifications/subscriptions/${subscription.id}`)).body).toEqual(subscription);
  await api.send("DELETE", `/instances/${instance.id}`);
  expect((await api.send("GET", `/notifications/subscriptions/${subscription.id}`)).status).toBe(404);
});

test("it follows the instance's configuration: another address, off, and on again", async () => {
  const instance = await connect({});
  expect(await subscriptionsTo(topicOf(instance))).toEqual([]);
  const change = (configuration: object) => api.send("PATCH", `/instances/${instance.id}`, { configuration });
  expect((await change(on())).status).toBe(200);
  const [{ id }] = await subscriptionsTo(topicOf(instance));
  await change({ "event.notification.callback.url": `${receiver.url}/other` });
  expect(await subscriptionsTo(topicOf(instance))).toMatchObject([{ id, config: { url: `${receiver.url}/other` } }]);
  await change({ "event.notification.enabled": "false" });
  expect(await subscriptionsTo(topicOf(instance))).toEqual([]);
  await change({ "event.notification.enabled": "true" });
  expect(await subscriptionsTo(topicOf(instance))).toMatchObject([{ id, active: true }]);
});

describe("queued callbacks are sent", () => {
  /** An instance whose events go to a receiver that fails until it is mended, and an event of it. */
  async function anUndeliveredEvent(status: number) {
    let isDown = true;
    const own = await aProvider((_, response) => response.writeHead(isDown ? status : 200).end());
    onTestFinished(() => own.close());
    const instance = await connect(on({ "event.notification.callback.url": own.url }));
    const { notificationId } = await anEvent(instance);
    const change = (configuration: object) => api.send("PATCH", `/instances/${instance.id}`, { configuration });
    const reaches = async (status: string) =>
      expect(await api.deliveriesOf(notificationId, status)).toMatchObject([{ status }]);
    const mend = () => {
      isDown = false;
    };
    return { instance, notificationId, change, reaches, mend };
  }

  test("when events are turned on again", async () => {
    const { change, reaches, mend } = await anUndeliveredEvent(500);
    await reaches("retry");
    await change({ "event.notification.enabled": "false" });
    await reaches("queued");
    mend();
    await change({ "event.notification.enabled": "true" });
    await reaches("delivered");
  });

  test("when a receiver that was given up has another address", async () => {
    const { change, reaches } = await anUndeliveredEvent(410);
    await reaches("queued");
    await change({ "event.notification.callback.url": `${receiver.url}/moved` });
    await reaches("delivered");
  });

  test("when events are turned on while a delivery is being queued", async () => {
    const { instance, notificationId, reaches } = await anUndeliveredEvent(410);
    await reaches("queued");
    const [{ id }] = await subscriptionsTo(topicOf(instance));
    const delivery = await api.app.db.prisma.delivery.findFirstOrThrow({ where: { notificationId } });
    const release = () => releaseIfActive(api.app.db.pool, { ...delivery, id: String(delivery.id) });
    await release();
    await reaches("queued");
    await api.app.db.prisma.subscription.update({ where: { id }, data: { active: true, address: receiver.url } });
    await release();
    await reaches("delivered");
  });
});

test("the callback of an event carries envelope, headers and both signatures", async () => {
  const key = "the customer's key";
  const configuration = on({
    "event.notification.signature.key": key,
    "event.notification.callback.headers": "X-One: 1, X-Two: 2",
    "event.notification.basic.username": "ann",
    "event.notification.basic.password": "pw",
  });
  const instance = await connect(configuration);
  const [{ id }] = await subscriptionsTo(topicOf(instance));
  const { notificationId } = await anEvent(instance);
  expect(await api.deliveriesOf(notificationId, "delivered")).toMatchObject([{ status: "delivered" }]);
  const { body, headers, url } = receiver.requests.at(-1) as AProvider["requests"][0];
  expect(url).toBe("/events");
  expect(JSON.parse(body)).toEqual({
    id: notificationId,
    topic: topicOf(instance),
    createdDate: expect.any(String),
    message: expect.objectContaining({ eventId: "77", instanceId: instance.id, raw: { objectType: "contacts" } }),
  });
  expect(headers).toMatchObject({
    "x-one": "1",
    "x-two": "2",
    authorization: `Basic ${Buffer.from("ann:pw").toString("base64")}`,
    "elements-webhook-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
    "elements-webhook-signature": `sha256=${createHmac("sha256", key).update(body).digest("base64")}`,
  });
  const { body: secrets } = await api.send("GET", `/notifications/subscriptions/${id}/secrets`);
  new Webhook(secrets.secret).verify(body, headers as Record<string, string>);

  const rotated = await api.send("PUT", `/notifications/subscriptions/${id}/secrets`);
  expect(rotated.body.previous).toBe(secrets.secret);
  const next = await anEvent(instance);
  await api.deliveriesOf(next.notificationId, "delivered");
  const last = receiver.requests.at(-1) as AProvider["requests"][0];
  for (const secret of [rotated.body.secret, secrets.secret])
    new Webhook(secret).verify(last.body, last.headers as Record<string, string>);
  api.app.at(new Date(Date.now() + 86_400_000 + 1000));
  expect((await api.send("GET", `/notifications/subscriptions/${id}/secrets`)).body).toEqual({
    secret: rotated.body.secret,
  });
  api.app.at(undefined);
});

test("a `whsec_` key that is replaced signs for a day beside the one that replaced it (H06)", async () => {
  const keys = ["a", "b", "c"].map((fill) => `whsec_${Buffer.alloc(32, fill).toString("base64")}`);
  const [first = "", second = "", third = ""] = keys;
  const withKey = (key: string) => ({ "event.notification.signature.key": key });
  const instance = await connect(on(withKey(first)));
  const rotate = (key: string) => api.send("PATCH", `/instances/${instance.id}`, { configuration: withKey(key) });
  /** Which of the keys sign a callback that is sent now. */
  const signers = async () => {
    const { notificationId } = await anEvent(instance);
    await api.deliveriesOf(notificationId, "delivered");
    const { body, headers } = receiver.requests.at(-1) as AProvider["requests"][0];
    const { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures } = headers;
    expect(headers["elements-webhook-signature"]).toMatch(/^sha256=/);
    return keys.filter((key) =>
      String(signatures)
        .split(" ")
        .includes(new Webhook(key).sign(String(id), new Date(Number(timestamp) * 1000), body)),
    );
  };
  expect(await signers()).toEqual([first]);
  await rotate(second);
  expect(await signers()).toEqual([first, second]);
  const began = Date.now();
  api.app.at(new Date(began + 3_600_000));
  await rotate(third);
  expect(await signers()).toEqual([first, second, third]);
  api.app.at(new Date(began + 24.5 * 3_600_000));
  expect(await signers()).toEqual([second, third]);
  api.app.at(new Date(began + 25.5 * 3_600_000));
  expect(await signers()).toEqual([third]);
  await rotate(first);
  await rotate(third);
  expect(await signers()).toEqual([first, third]);
  api.app.at(undefined);
});

test("an event is NOTIFIED once its callback was taken", async () => {
  const instance = await connect(on());
  await api.app.db.prisma.event.create({
    data: {
      id: 77,
      organizationId: api.organization.id,
      accountId: api.organization.accountId,
      elementInstanceId: instance.id,
      elementKey,
      source: "webhook",
      status: "CONSUMED",
      objects: "[]",
      objectIds: [],
    },
  });
  const { notificationId } = await anEvent(instance);
  await api.deliveriesOf(notificationId, "delivered");
  expect(await api.app.db.prisma.event.findUnique({ where: { id: 77 } })).toMatchObject({ status: "NOTIFIED" });
});

test("callback headers are shown masked, and a mask that is sent back keeps them", async () => {
  const instance = await connect(
    on({
      "event.notification.callback.headers": "X-Key: canary-of-headers",
      "event.notification.callback.url": `${receiver.url}/?token=canary-of-address`,
    }),
  );
  const path = `/instances/${instance.id}`;
  const read = await api.send("GET", path);
  expect(read.body.configuration["event.notification.callback.headers"]).toBe("********");
  const { configuration } = read.body;
  expect(
    (await api.send("PATCH", path, { configuration: { ...configuration, "event.objects": "contacts" } })).status,
  ).toBe(200);
  const { notificationId } = await anEvent(instance);
  await api.deliveriesOf(notificationId, "delivered");
  expect(receiver.requests.at(-1)).toMatchObject({ headers: { "x-key": "canary-of-headers" } });
  for (const shown of [path, `${path}/configuration`, "/audit-logs", "/notifications/subscriptions"])
    expect((await api.send("GET", shown)).text).not.toContain("canary-of-headers");
  const { rows } = await api.app.db.pool.query("select configuration::text as text from element_instance");
  expect(JSON.stringify(rows)).not.toContain("canary");
});

test("no secret of it is stored or shown in clear", async () => {
  const configuration = on({
    "event.notification.signature.key": "canary-1",
    "event.notification.callback.headers": "X-Key: canary-2",
    "event.notification.basic.password": "canary-3",
  });
  const instance = await connect({
    ...configuration,
    "event.notification.callback.url": `${receiver.url}/?token=canary-4`,
  });
  const [subscription] = await subscriptionsTo(topicOf(instance));
  expect(JSON.stringify(subscription)).not.toMatch(/canary|whsec/);
  expect(subscription.config).toEqual({ url: `${receiver.url}/?token=********` });
  const { rows } = await api.app.db.pool.query(
    "select row_to_json(s)::text as text from subscription s where id = $1",
    [subscription.id],
  );
  expect(rows[0].text).not.toMatch(/canary-[123]|whsec/);
});

test.each([
  [{ "event.notification.callback.url": "http://10.1.2.3/" }, "address not allowed"],
  [{ "event.notification.callback.url": "ftp://example.com/" }, "scheme not allowed"],
  [{ "event.notification.callback.url": "example.com" }, "url: not an address"],
  [{ "event.notification.callback.headers": "{" }, "event.notification.callback.headers"],
])("a callback that could not be sent is refused when it is saved (H01): %j", async (wrong, message) => {
  const refused = { status: 400, body: { message: expect.stringContaining(message) } };
  const created = await api.send("POST", `/elements/${elementKey}/instances`, { name: "i", configuration: on(wrong) });
  expect(created).toMatchObject(refused);
  const instance = await connect(on());
  expect(await api.send("PATCH", `/instances/${instance.id}`, { configuration: wrong })).toMatchObject(refused);
});
