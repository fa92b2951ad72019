import { afterAll, beforeAll, expect, test } from "vitest";
import { isDismissed } from "#server/event/dismissed-delivery.ts";
import { aDeliveringApi, type DeliveringApi } from "#server/testing/delivering.ts";
import { type AProvider, aProvider } from "#server/testing/running.ts";

let api: DeliveringApi;
let receiver: AProvider;
let count = 0;

beforeAll(async () => {
  api = await aDeliveringApi();
  receiver = await aProvider((_, response) => response.writeHead(410).end());
});
afterAll(async () => {
  await api.close();
  await receiver.close();
});

async function subscribe(channel: string, config: object) {
  const topic = `told-apart-${++count}`;
  const { status, body, text } = await api.send("POST", "/notifications/subscriptions", {
    ...{ channel, config, topics: [topic] },
  });
  expect(status, text).toBe(200);
  const notify = async (expected: string) => {
    const { id } = (await api.send("POST", "/notifications", { topic, message: "hello" })).body;
    await api.deliveriesOf(id, expected);
    return id as number;
  };
  return { id: body.id as number, notify };
}
const read = async (notificationId: number, id: number, then = "") =>
  (await api.send(then ? "PUT" : "GET", `/notifications/${notificationId}/subscriptions/${id}/deliveries${then}`)).body;

test("a delivery over a channel without a transport was stored, not dismissed", async () => {
  const { id, notify } = await subscribe("sms", { phone: "+41790000000" });
  const delivery = await read(await notify("notified"), id);
  expect([delivery.status, isDismissed(delivery)]).toEqual(["notified", false]);
});

test("a delivery is dismissed after its attempt as well as before any", async () => {
  const { id, notify } = await subscribe("webhook", { url: `${receiver.url}/${++count}` });
  // The first one is refused, which deactivates the subscription: the second one is held without an attempt.
  const deliveries = [await notify("queued"), await notify("queued")];
  const dismissed = [];
  for (const notificationId of deliveries) {
    const before = await read(notificationId, id);
    expect(isDismissed(before)).toBe(false);
    dismissed.push(await read(notificationId, id, "/dismiss"));
  }
  expect(dismissed.map((delivery) => [delivery.status, delivery.attempts, isDismissed(delivery)])).toEqual([
    ["notified", 1, true],
    ["notified", 0, true],
  ]);
});
