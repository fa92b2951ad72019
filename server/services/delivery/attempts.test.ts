import type { RequestListener } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { registerApp } from "#server/process-app.ts";
import { createSession } from "#server/screen-handler.ts";
import { aDeliveringApi, type DeliveringApi } from "#server/testing/delivering.ts";
import { type AProvider, aProvider } from "#server/testing/running.ts";
import { sendAsScreen } from "#server/testing/screens.ts";

let api: DeliveringApi;
let receiver: AProvider;
let respond: RequestListener;
let token: string;
let count = 0;

beforeAll(async () => {
  api = await aDeliveringApi();
  registerApp(api.app);
  receiver = await aProvider((request, response) => respond(request, response));
  const { email: username, password } = api.organization.administrator;
  token = (await createSession({ username, password })).token;
});
afterAll(async () => {
  await api.close();
  await receiver.close();
});

// biome-ignore lint/suspicious/noExplicitAny: replies of every shape.
const screen = async (path: string, input: unknown): Promise<any> => {
  const { result, error } = await sendAsScreen(token, path, input);
  if (error) throw new Error(error.message);
  return result.data;
};

async function aSubscription(config: object = {}) {
  const topic = `topic-${++count}`;
  const body = { channel: "webhook", topics: [topic], config: { url: `${receiver.url}/in`, ...config } };
  const { id } = (await api.send("POST", "/notifications/subscriptions", body)).body;
  const notify = async () => (await api.send("POST", "/notifications", { topic, message: "hello" })).body.id as number;
  return { subscriptionId: id as number, notify };
}

test("each attempt is recorded with request, response and duration, without credentials", async () => {
  respond = (_, response) =>
    receiver.requests.length < 3
      ? response.writeHead(503, { "x-why": "busy", "set-cookie": "secret-1" }).end("key-of-the-receiver is busy")
      : response.end("thanks");
  const config = { headers: { "x-own": "key-of-the-receiver" }, username: "ann", password: "secret-pw" };
  const { subscriptionId, notify } = await aSubscription(config);
  const notificationId = await notify();
  await api.deliveriesOf(notificationId, "delivered");
  const { items } = await screen("delivery.list", { subscriptionId });
  expect(items).toMatchObject([{ notificationId, status: "delivered", attempts: 3, answerStatus: 200 }]);
  const created = await screen("delivery.attempts", { notificationId, subscriptionId });
  expect(created).toMatchObject([
    { status: "delivered", error: null, exchange: { response: { status: 200, body: "thanks" } } },
    { status: "retry", exchange: { response: { status: 503, headers: { "x-why": "busy" } } } },
    { status: "retry", durationMs: expect.any(Number), error: expect.stringContaining("503") },
  ]);
  const path = `/notifications/${notificationId}/subscriptions/${subscriptionId}/deliveries/attempts`;
  expect((await api.send("GET", path)).body).toEqual(created);
  expect(created[0].exchange.request).toMatchObject({
    method: "POST",
    url: `${receiver.url}/in`,
    headers: { "x-own": "********", authorization: "********", "webhook-id": expect.any(String) },
  });
  expect(JSON.stringify(created)).not.toMatch(/secret-|key-of-the-receiver/);
});

test("an attempt without a response says why, and shows what was sent", async () => {
  respond = (request) => request.socket.destroy();
  const { subscriptionId, notify } = await aSubscription();
  const notificationId = await notify();
  await api.deliveriesOf(notificationId, "retry");
  const created = await screen("delivery.attempts", { notificationId, subscriptionId });
  expect(created.at(-1)).toMatchObject({ status: "retry", error: expect.any(String), exchange: { request: {} } });
  expect(created.at(-1).exchange.response).toBeUndefined();
  await api.send("DELETE", `/notifications/subscriptions/${subscriptionId}`);
});

test("a window is recovered with a preview: all deliveries, or those that were not accepted", async () => {
  respond = (_, response) => response.writeHead(410).end();
  const { subscriptionId, notify } = await aSubscription();
  const from = new Date(Date.now() - 1000).toISOString();
  const refused = [await notify(), await notify()];
  for (const id of refused) await api.deliveriesOf(id, "queued");
  respond = (_, response) => response.end();
  const window = { subscriptionId, from, to: new Date(Date.now() + 1000).toISOString() };
  expect(await screen("delivery.countWindow", { ...window, onlyUndelivered: true })).toEqual({ count: 2 });
  expect(await screen("delivery.destinations", {})).toMatchObject({
    items: expect.arrayContaining([
      expect.objectContaining({ id: subscriptionId, active: false, deliveries: { queued: 2 } }),
    ]),
  });
  expect(await screen("delivery.recover", { ...window, onlyUndelivered: true })).toEqual({ replayed: 2 });
  for (const id of refused) await api.deliveriesOf(id, "delivered");
  expect(await screen("delivery.countWindow", { ...window, onlyUndelivered: true })).toEqual({ count: 0 });
  expect(await screen("delivery.countWindow", { ...window, onlyUndelivered: false })).toEqual({ count: 2 });
  await expect(screen("delivery.countWindow", { ...window, to: "2020-01-01", onlyUndelivered: true })).rejects.toThrow(
    "to: must not be before from.",
  );
});
