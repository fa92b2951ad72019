import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asUser } from "#server/testing/acting.ts";
import { aDeliveringApi, type DeliveringApi } from "#server/testing/delivering.ts";
import { type AProvider, aProvider } from "#server/testing/running.ts";
import { countWindow, replayWindow } from "./release-deliveries.ts";

let api: DeliveringApi;
let receiver: AProvider;
/** The requests that the receiver has not responded to. */
const open: ServerResponse[] = [];
let received = 0;

beforeAll(async () => {
  api = await aDeliveringApi({ callbackMs: 60_000 });
  receiver = await aProvider((_, response) => {
    received++;
    open.push(response);
  });
});
afterAll(async () => {
  for (const response of open) response.end();
  await api.close();
  await receiver.close();
});

const untilReceived = (count: number) => expect.poll(() => received).toBe(count);
const respond = (status: number) => open.shift()?.writeHead(status).end();

test("a delivery is not resent during an attempt, alone or with others, and is resent afterwards", async () => {
  const config = { url: receiver.url };
  const topic = "slow";
  const subscribed = await api.send("POST", "/notifications/subscriptions", {
    channel: "webhook",
    topics: [topic],
    config,
  });
  const subscriptionId: number = subscribed.body.id;
  const id: number = (await api.send("POST", "/notifications", { topic, message: "hello" })).body.id;
  const path = `/notifications/${id}/subscriptions/${subscriptionId}/deliveries`;
  await untilReceived(1);
  respond(500);
  // The retry.
  await untilReceived(2);

  const refused = await api.send("PUT", path);
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining("is being sent right now")]);
  expect((await api.send("GET", path)).body).not.toHaveProperty("nextAttemptDate");
  expect((await api.send("PUT", `${path}/dismiss`)).status).toBe(409);
  const ctx = await asUser(api.app, { organizationId: api.organization.id, userId: api.organization.designer.id });
  const window = { subscriptionId, from: new Date(0), to: new Date(Date.now() + 1e6) };
  expect([await countWindow(ctx, window), await replayWindow(ctx, window)]).toEqual([{ count: 0 }, { replayed: 0 }]);
  expect((await api.send("PUT", "/notifications/subscriptions/deliveries")).body).toEqual({ released: 0 });

  respond(200);
  await api.deliveriesOf(id, "delivered");
  expect(received).toBe(2);
  expect((await api.send("PUT", path)).status).toBe(200);
  await untilReceived(3);
  respond(200);
  await api.deliveriesOf(id, "delivered");
});
