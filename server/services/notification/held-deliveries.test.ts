import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventTopic } from "#server/event/callback.ts";
import { inTransaction } from "#server/store/database/transaction.ts";
import { aDeliveringApi, type DeliveringApi } from "#server/testing/delivering.ts";
import { anElement, insertElement } from "#server/testing/elements.ts";
import type { Person } from "#server/testing/organizations.ts";
import { type AProvider, aProvider } from "#server/testing/running.ts";
import { publish } from "./publish.ts";

let api: DeliveringApi;
let receiver: AProvider;
/** The status of each response of the receiver from now on. */
let status = 200;
let count = 0;

beforeAll(async () => {
  api = await aDeliveringApi();
  receiver = await aProvider((_, response) => response.writeHead(status).end());
});
afterAll(async () => {
  await receiver.close();
  await api.close();
});

const subscriptionOf = async (id: number) => (await api.send("GET", `/notifications/subscriptions/${id}`)).body;
const deliveryPath = (notificationId: number, id: number) =>
  `/notifications/${notificationId}/subscriptions/${id}/deliveries`;
const notify = async (topic: string) =>
  (await api.send("POST", "/notifications", { topic, message: `message ${++count}` })).body.id as number;

/** The entries of the audit log about deliveries of a subscription that were sent. */
const releasesOf = async (id: number) => {
  const where = { organizationId: api.organization.id, entity: "subscription", entityId: String(id) };
  const entries = await api.app.db.prisma.auditEntry.findMany({ where });
  return entries.map(({ action }) => action).filter((action) => action !== "created");
};

/** A subscription whose receiver was given up, with this number of notifications that wait. */
async function aGivenUpReceiver(waiting = 1) {
  const topic = `held ${++count}`;
  const config = { url: `${receiver.url}/${count}` };
  const { body } = await api.send("POST", "/notifications/subscriptions", {
    channel: "webhook",
    topics: [topic],
    config,
  });
  status = 410;
  const notifications = [await notify(topic)];
  await api.deliveriesOf(notifications[0] ?? 0, "queued");
  status = 200;
  while (notifications.length < waiting) notifications.push(await notify(topic));
  return { id: body.id as number, topic, notifications };
}

describe("a receiver that was given up", () => {
  test.each([
    ["a release", (_: number) => ["PUT", "/notifications/subscriptions/deliveries?where=topic='no-such-topic'"]],
    [
      "a release of other statuses",
      (_: number) => ["PUT", "/notifications/subscriptions/deliveries?where=status='retry'"],
    ],
    ["a replay", (id: number) => ["POST", `/notifications/subscriptions/${id}/replay`]],
  ])("stays switched off after %s that matches nothing", async (_, call) => {
    const { id } = await aGivenUpReceiver();
    const before = await subscriptionOf(id);
    const [method = "", path = ""] = call(id);
    const past = { from: "2020-01-01T00:00:00Z", to: "2020-02-01T00:00:00Z" };
    const { body } = await api.send(method, path, method === "POST" ? past : undefined);
    expect(Object.values(body)).toEqual([0]);
    expect(await subscriptionOf(id)).toEqual(before);
    expect(await releasesOf(id)).toEqual([]);
    expect(before).toMatchObject({ active: false, deactivatedDate: expect.any(String) });
  });

  test("gets all that waits, the oldest first, when one delivery is sent again", async () => {
    const { id, notifications } = await aGivenUpReceiver(3);
    const [first = 0, , last = 0] = notifications;
    expect((await api.send("PUT", deliveryPath(last, id))).status).toBe(200);
    for (const one of notifications)
      expect(await api.deliveriesOf(one, "delivered")).toMatchObject([{ status: "delivered" }]);
    expect(await subscriptionOf(id)).toMatchObject({ active: true });
    expect(first).toBeLessThan(last);
    expect(await releasesOf(id)).toEqual(["deliveryReplayed"]);
  });

  test("has an entry in the audit log for each release and replay, as has every other one that they include", async () => {
    const [one, other] = [await aGivenUpReceiver(2), await aGivenUpReceiver()];
    await api.send("PUT", "/notifications/subscriptions/deliveries");
    await api.deliveriesOf(one.notifications[1] ?? 0, "delivered");
    expect([await releasesOf(one.id), await releasesOf(other.id)]).toEqual([
      ["deliveriesReleased"],
      ["deliveriesReleased"],
    ]);
    const window = { from: "2020-01-01T00:00:00Z", to: "2100-01-01T00:00:00Z" };
    await api.send("POST", `/notifications/subscriptions/${one.id}/replay`, window);
    expect((await releasesOf(one.id)).toSorted()).toEqual(["deliveriesReleased", "replayed"]);
  });
});

/** A connection whose events go to the receiver. */
async function aConnection(as = api.organization.administrator) {
  const element = anElement();
  const { key: elementKey } = element;
  await insertElement(api.app, { organizationId: api.organization.id, accountId: as.accountId }, element);
  const configuration = { "event.notification.enabled": "true", "event.notification.callback.url": receiver.url };
  const { body } = await api.send("POST", `/elements/${elementKey}/instances`, { name: "i", configuration }, as);
  const topic = eventTopic({ id: body.id, elementKey });
  const [{ id }] = (await api.send("GET", `/notifications/subscriptions?topics[]=${topic}`)).body;
  const turn = (enabled: boolean) =>
    api.send("PATCH", `/instances/${body.id}`, { configuration: { "event.notification.enabled": String(enabled) } });
  return { elementKey, instanceId: body.id as number, topic, id: id as number, turn };
}

/** Notifies of an event of a connection, as the event pipeline does. */
const anEvent = (topic: string, accountId = api.organization.accountId) =>
  inTransaction(api.app.db.pool, async (client) => {
    const { id: organizationId } = api.organization;
    const { notificationId } = await publish(client, {
      organizationId,
      accountId,
      topic,
      payload: "{}",
      eventId: "77",
    });
    return notificationId;
  });

const attemptsOf = async (notificationId: number, id: number) =>
  (await api.send("GET", `${deliveryPath(notificationId, id)}/attempts`)).body.length;

describe("while events are turned off", () => {
  test("a delivery keeps the number and the result of the attempts that were sent", async () => {
    const { topic, id, turn } = await aConnection();
    status = 500;
    const notification = await anEvent(topic);
    await expect.poll(async () => (await api.deliveriesOf(notification, "retry"))[0]?.attempts).toBeGreaterThan(0);
    await turn(false);
    const [held] = await api.deliveriesOf(notification, "queued");
    const sent = await attemptsOf(notification, id);
    expect(held).toMatchObject({ status: "queued", attempts: sent, answerStatus: 500 });
    expect(held?.error).toContain("500");
    status = 200;
    await turn(true);
    await api.deliveriesOf(notification, "delivered");
    expect(await releasesOf(id)).toEqual(["deliveriesReleased"]);
  });

  test("sending again is refused with the reason, and changes nothing", async () => {
    const { instanceId, topic, id, turn } = await aConnection();
    const notification = await anEvent(topic);
    await api.deliveriesOf(notification, "delivered");
    await turn(false);
    const reason = `Events of the element instance ${instanceId} are turned off.`;
    const refused = { status: 409, body: { message: expect.stringContaining(reason) } };
    expect(await api.send("PUT", deliveryPath(notification, id))).toMatchObject(refused);
    const window = { from: "2020-01-01T00:00:00Z", to: "2100-01-01T00:00:00Z" };
    expect(await api.send("POST", `/notifications/subscriptions/${id}/replay`, window)).toMatchObject(refused);
    await api.send("PUT", "/notifications/subscriptions/deliveries");
    const [kept] = await api.deliveriesOf(notification, "delivered");
    expect(kept).toMatchObject({ status: "delivered", attempts: 1, answerStatus: 200 });
  });
});

describe("while the owner has no access", () => {
  test.each([
    ["account", (person: Person) => [`/accounts/${person.accountId}`, `/users/${person.id}`]],
    ["user", (person: Person) => [`/users/${person.id}`]],
  ])("since the %s is not active, webhooks are refused and deliveries wait until it is", async (_, pathsOf) => {
    const owner = await api.organization.aColleague();
    const { elementKey, instanceId, topic, id } = await aConnection(owner);
    const paths = pathsOf(owner);
    const activate = async (path: string, active: boolean) =>
      expect((await api.send("PATCH", path, { active })).status).toBe(200);
    const webhook = () => api.fetch(`/events/${elementKey}/${instanceId}`, { method: "POST", body: { a: 1 } });
    expect((await webhook()).status).toBe(200);
    await activate(paths[0] ?? "", false);
    const refused = await webhook();
    expect(refused).toMatchObject({ status: 404, body: { message: expect.stringContaining("accepts events") } });
    const before = receiver.requests.length;
    const notification = await anEvent(topic, owner.accountId);
    expect(await api.deliveriesOf(notification, "queued")).toMatchObject([{ status: "queued", attempts: 0 }]);
    expect(receiver.requests.length).toBe(before);
    for (const path of paths) await activate(path, true);
    expect(await api.deliveriesOf(notification, "delivered")).toMatchObject([{ status: "delivered", attempts: 1 }]);
    expect(await subscriptionOf(id)).toMatchObject({ active: true });
    expect(await releasesOf(id)).toEqual(["deliveriesReleased"]);
    expect((await webhook()).status).toBe(200);
  });

  test("a delivery that was claimed before keeps its attempts and waits", async () => {
    const owner = await api.organization.aColleague();
    const { topic } = await aConnection(owner);
    status = 500;
    const notification = await anEvent(topic, owner.accountId);
    await expect.poll(async () => (await api.deliveriesOf(notification, "retry"))[0]?.error).toContain("500");
    await api.send("PATCH", `/accounts/${owner.accountId}`, { active: false });
    await api.deliveriesOf(notification, "queued");
    const { rows } = await api.app.db.pool.query(
      `select d.status, d.attempts, d.answer_status, (select count(*)::int from delivery_attempt where delivery_id = d.id) as sent
       from delivery d where notification_id = $1`,
      [notification],
    );
    expect(rows).toEqual([{ status: "queued", attempts: rows[0].sent, answer_status: 500, sent: rows[0].sent }]);
    status = 200;
  });
});
