import type { RequestListener } from "node:http";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { freePort } from "#server/launch/ports.ts";
import { aDeliveringApi, type DeliveringApi } from "#server/testing/delivering.ts";
import { listen } from "#server/testing/listener.ts";
import { type AProvider, aProvider } from "#server/testing/running.ts";

let api: DeliveringApi;
const open: { close: () => Promise<void> }[] = [];
let count = 0;

beforeAll(async () => {
  api = await aDeliveringApi();
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});
afterAll(() => api.close());

async function aReceiver(respond: RequestListener): Promise<AProvider> {
  const receiver = await aProvider(respond);
  open.push(receiver);
  return receiver;
}

/** A subscription to a new topic with this address, and one notification on that topic. */
async function notifyAt(url: string, config: object = {}, by = api) {
  const topic = `topic-${++count}`;
  const subscription = await by.send("POST", "/notifications/subscriptions", {
    channel: "webhook",
    topics: [topic],
    config: { url, ...config },
  });
  expect(subscription.status, subscription.text).toBe(200);
  const again = async () => {
    const created = await by.send("POST", "/notifications", { topic, message: "hello", from: "a test" });
    expect(created.status, created.text).toBe(200);
    return created.body.id as number;
  };
  return { topic, subscriptionId: subscription.body.id as number, notificationId: await again(), again };
}

const ok: RequestListener = (_, response) => response.end("{}");
const status =
  (code: number, headers = {}): RequestListener =>
  (_, response) =>
    response.writeHead(code, headers).end("no");

test("a notification reaches the webhooks of its topic, each once, with id, topic, date and message", async () => {
  const receiver = await aReceiver(ok);
  const { notificationId, subscriptionId, topic } = await notifyAt(receiver.url);
  expect(await api.deliveriesOf(notificationId, "delivered")).toMatchObject([
    { notificationId, subscriptionId, status: "delivered", attempts: 1, answerStatus: 200 },
  ]);
  expect(receiver.requests).toHaveLength(1);
  const [{ body, headers }] = receiver.requests as [AProvider["requests"][0]];
  expect(JSON.parse(body)).toMatchObject({
    id: notificationId,
    topic,
    createdDate: expect.stringMatching(/Z$/),
    message: "hello",
  });
  expect(headers).toMatchObject({ "content-type": "application/json", "elements-webhook-id": headers["webhook-id"] });
});

test("custom headers and basic authentication go along, and cannot take the place of ours", async () => {
  const receiver = await aReceiver(ok);
  const headers = { "X-Key": "k", "Webhook-Id": "forged", "Content-Type": "text/plain", host: "evil.test" };
  const { notificationId } = await notifyAt(receiver.url, { headers, username: "ann", password: "p:w" });
  await api.deliveriesOf(notificationId, "delivered");
  const { headers: seen } = receiver.requests[0] as AProvider["requests"][0];
  expect(seen).toMatchObject({
    "x-key": "k",
    "content-type": "application/json",
    authorization: `Basic ${Buffer.from("ann:p:w").toString("base64")}`,
  });
  expect(seen["webhook-id"]).not.toBe("forged");
  expect(seen.host).toMatch(/^127\.0\.0\.1/);
});

describe("retries responses other than 2xx (H02)", () => {
  test.each([
    ["500", status(500)],
    ["404", status(404)],
    ["301, which is not followed", status(301, { location: "/elsewhere" })],
    ["a broken connection", (request: { socket: { destroy: () => void } }) => request.socket.destroy()],
    [
      "an answer that breaks off",
      (_: unknown, response: Parameters<RequestListener>[1]) => {
        response.writeHead(200, { "content-length": "100" }).write("half");
        setTimeout(() => response.destroy(), 10);
      },
    ],
  ] as [string, RequestListener][])("%s", async (_, fails) => {
    const receiver = await aReceiver((request, response) =>
      receiver.requests.length < 3 ? fails(request, response) : ok(request, response),
    );
    const { notificationId } = await notifyAt(receiver.url);
    const [delivery] = await api.deliveriesOf(notificationId, "delivered");
    expect(delivery).toMatchObject({ status: "delivered", attempts: 3 });
    expect(delivery?.error).toBeUndefined();
    expect(receiver.requests.map(({ url }) => url)).toEqual(["/", "/", "/"]);
    const ids = new Set(receiver.requests.map(({ headers }) => headers["webhook-id"]));
    expect(ids.size).toBe(1);
  });

  test("garbage that is no HTTP, and a receiver that says nothing in time", async () => {
    const impatient = await aDeliveringApi({ callbackMs: 150, env: { DELIVERY_UNIT_MS: "1000" } });
    open.push(impatient);
    const liar = await listen((socket) => socket.end("HELLO\r\n\r\n"));
    const silent = await listen();
    open.push(liar, silent);
    for (const { port } of [liar, silent]) {
      const created = await impatient.send("POST", "/notifications/subscriptions", {
        channel: "webhook",
        topics: [`to ${port}`],
        config: { url: `http://127.0.0.1:${port}` },
      });
      expect(created.status).toBe(200);
      const { body } = await impatient.send("POST", "/notifications", { topic: `to ${port}`, message: "x" });
      expect(await impatient.deliveriesOf(body.id, "retry")).toMatchObject([{ status: "retry", attempts: 1 }]);
    }
  });
});

test("retries receivers that respond too late or without end under the same id (H02)", async () => {
  const impatient = await aDeliveringApi({ callbackMs: 300 });
  open.push(impatient);
  const late: RequestListener = (request, response) => setTimeout(() => ok(request, response), 700);
  const endless: RequestListener = (_, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write("x"), 20);
    response.once("close", () => clearInterval(timer));
  };
  for (const lies of [late, endless]) {
    const receiver = await aReceiver((request, response) =>
      (receiver.requests.length < 3 ? lies : ok)(request, response),
    );
    const topic = `lies ${++count}`;
    const subscription = { channel: "webhook", topics: [topic], config: { url: receiver.url } };
    expect((await impatient.send("POST", "/notifications/subscriptions", subscription)).status).toBe(200);
    const { body } = await impatient.send("POST", "/notifications", { topic, message: "x" });
    expect(await impatient.deliveriesOf(body.id, "delivered")).toMatchObject([{ status: "delivered", attempts: 3 }]);
    expect(receiver.requests).toHaveLength(3);
    expect(new Set(receiver.requests.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  }
});

test("a receiver that is slow but in time has it", async () => {
  const receiver = await aReceiver((request, response) => setTimeout(() => ok(request, response), 1000));
  const { notificationId } = await notifyAt(receiver.url);
  expect(await api.deliveriesOf(notificationId, "delivered")).toMatchObject([{ status: "delivered", attempts: 1 }]);
});

test("reads at most the beginning of a response of 1 GB, and its 200 counts", async () => {
  let sent = 0;
  const receiver = await aReceiver((_, response) => {
    const part = Buffer.alloc(64 * 1024, "x");
    response.writeHead(200, { "content-length": String(2 ** 30) });
    const more = () => {
      while (!response.destroyed && sent < 2 ** 30) {
        sent += part.length;
        if (!response.write(part)) return response.once("drain", more);
      }
    };
    more();
  });
  const { notificationId } = await notifyAt(receiver.url);
  expect(await api.deliveriesOf(notificationId, "delivered")).toMatchObject([{ status: "delivered", attempts: 1 }]);
  expect(sent).toBeLessThan(16 * 2 ** 20);
});

test("stores a receiver's failure in short, without our secrets", async () => {
  const receiver = await aReceiver((request, response) =>
    response.writeHead(500).end(`you sent ${request.headers["x-key"]} ${"z".repeat(1000)}`),
  );
  const { notificationId } = await notifyAt(receiver.url, { headers: { "x-key": "very secret" } });
  const [delivery] = await api.deliveriesOf(notificationId, "retry");
  expect(delivery?.error).toMatch(/^The receiver answered 500: you sent \*{8} z+$/);
  expect(delivery?.error?.length).toBeLessThan(400);
});

test("no part of a secret remains where a receiver's failure is cut", async () => {
  const key = "canary-".repeat(20);
  const receiver = await aReceiver((request, response) => {
    const echo = String(request.headers["x-key"]);
    response
      .writeHead(500, { "x-echo": `${"x".repeat(480)}${echo}` })
      .end(`${"x".repeat(280)}${echo}${request.headers.authorization?.slice(6)}`);
  });
  const { notificationId } = await notifyAt(receiver.url, {
    headers: { "x-key": key },
    username: "ann",
    password: key,
  });
  const [delivery] = await api.deliveriesOf(notificationId, "retry");
  expect(delivery?.error).toMatch(/^The receiver answered 500: x{280}\*+$/);
  const rows = await vi.waitFor(async () => {
    const found = await api.app.db.pool.query(
      "select exchange from delivery_attempt where exchange::text like '%x-echo%'",
    );
    expect(found.rows).not.toEqual([]);
    return found.rows;
  });
  for (const part of ["canary", Buffer.from(`ann:${key}`).toString("base64").slice(0, 12)])
    expect(JSON.stringify(rows)).not.toContain(part);
});

test("410 deactivates the subscription, notifies people, and queues new notifications until it is released", async () => {
  let isGone = true;
  const receiver = await aReceiver((request, response) => (isGone ? status(410) : ok)(request, response));
  const { notificationId, subscriptionId, again } = await notifyAt(receiver.url);
  expect(await api.deliveriesOf(notificationId, "queued")).toMatchObject([{ status: "queued", attempts: 1 }]);
  const subscription = await api.send("GET", `/notifications/subscriptions/${subscriptionId}`);
  expect(subscription.body).toMatchObject({ active: false, deactivatedDate: expect.any(String) });
  const notices = await api.send("GET", "/notifications?topics[]=subscription-given-up&pageSize=1");
  expect(notices.body[0]).toMatchObject({ severity: "high", message: expect.stringContaining(`${subscriptionId} `) });

  const next = await again();
  expect(await api.deliveriesOf(next, "queued")).toMatchObject([{ status: "queued", attempts: 0 }]);
  expect(receiver.requests).toHaveLength(1);

  isGone = false;
  const where = encodeURIComponent(`channel='webhook' and status='queued' and config.url='${receiver.url}'`);
  const queued = await api.send("GET", `/notifications/subscriptions/deliveries?hydrate=true&where=${where}`);
  expect(queued.body).toMatchObject([
    { notificationId: next, status: "queued", subscription: { id: subscriptionId }, notification: { id: next } },
    { notificationId, status: "queued" },
  ]);
  const released = await api.send("PUT", `/notifications/subscriptions/deliveries?where=${where}`);
  expect(released.body).toEqual({ released: 2 });
  for (const id of [notificationId, next])
    expect(await api.deliveriesOf(id, "delivered")).toMatchObject([{ status: "delivered" }]);
  expect((await api.send("GET", `/notifications/subscriptions/${subscriptionId}`)).body).toMatchObject({
    active: true,
  });
});

/** Matches deliveries that wait: during an attempt `wake_at` is the end of its lease of 25 seconds. */
const BETWEEN_ATTEMPTS = "wake_at - updated_at <> interval '25 seconds'";

test("after the first attempt come nine more, each later than the one before; then the receiver is given up", async () => {
  const times: number[] = [];
  const receiver = await aReceiver((request, response) => {
    times.push(performance.now());
    status(503)(request, response);
  });
  const { notificationId, subscriptionId, again } = await notifyAt(receiver.url);
  await api.deliveriesOf(notificationId, "retry");
  const { pool } = api.app.db;
  // Days pass, but never during an attempt.
  while (times.length < 10)
    await pool.query(
      `update delivery set wake_at = now() where notification_id = $1 and status = 'retry' and ${BETWEEN_ATTEMPTS}`,
      [notificationId],
    );
  expect(await api.deliveriesOf(notificationId, "queued")).toMatchObject([{ status: "queued", attempts: 10 }]);
  expect((await api.send("GET", `/notifications/subscriptions/${subscriptionId}`)).body.active).toBe(false);
  expect(await api.deliveriesOf(await again(), "queued")).toHaveLength(1);
  expect(times).toHaveLength(10);
});

test("the first waits are 4 and 16 units long, give or take a tenth", async () => {
  // With units of a minute nothing is sent again until the test advances the time.
  const slow = await aDeliveringApi({ env: { DELIVERY_UNIT_MS: "60000" } });
  open.push(slow);
  const receiver = await aReceiver(status(502));
  const { notificationId } = await notifyAt(receiver.url, {}, slow);
  for (const [n, units] of [4, 16].entries()) {
    const attempts = n + 1;
    const waits = async () => {
      const { rows } = await slow.app.db.pool.query<{ minutes: number }>(
        `select extract(epoch from wake_at - updated_at)::float8 / 60 as minutes from delivery
         where notification_id = $1 and status = 'retry' and attempts = $2 and ${BETWEEN_ATTEMPTS}`,
        [notificationId, attempts],
      );
      return rows.map(({ minutes }) => minutes);
    };
    await expect.poll(waits).toHaveLength(1);
    const [minutes = 0] = await waits();
    expect(Math.abs(minutes / units - 1)).toBeLessThan(0.11);
    await slow.app.db.pool.query("update delivery set wake_at = now() where notification_id = $1", [notificationId]);
  }
  await expect.poll(() => receiver.requests.length).toBe(3);
});

test("by the account's policy `queue` nothing is tried again until somebody releases it", async () => {
  let isDown = true;
  const receiver = await aReceiver((request, response) => (isDown ? status(500) : ok)(request, response));
  const policy = async (value: string | null) =>
    api.app.db.pool.query(
      "update account set settings = jsonb_build_object('notification.webhook.failure.policy', $2::text) where id = $1",
      [api.organization.accountId, value],
    );
  await policy("queue");
  const { notificationId, subscriptionId } = await notifyAt(receiver.url);
  expect(await api.deliveriesOf(notificationId, "queued")).toMatchObject([{ status: "queued", attempts: 1 }]);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(receiver.requests).toHaveLength(1);
  expect((await api.send("GET", `/notifications/subscriptions/${subscriptionId}`)).body.active).toBe(true);
  isDown = false;
  await api.send("PUT", "/notifications/subscriptions/deliveries?where=status='queued'");
  expect(await api.deliveriesOf(notificationId, "delivered")).toMatchObject([{ status: "delivered" }]);
  await policy(null);
});

test("redelivers one delivery or a window of them, with the same ids (H03)", async () => {
  const receiver = await aReceiver(ok);
  const { notificationId, subscriptionId, again } = await notifyAt(receiver.url);
  await api.deliveriesOf(notificationId, "delivered");
  const replayed = await api.send("PUT", `/notifications/${notificationId}/subscriptions/${subscriptionId}/deliveries`);
  expect(replayed.status).toBe(200);
  await api.deliveriesOf(notificationId, "delivered");
  expect(receiver.requests).toHaveLength(2);
  expect(receiver.requests[0]?.headers["webhook-id"]).toBe(receiver.requests[1]?.headers["webhook-id"]);
  expect(receiver.requests[0]?.body).toBe(receiver.requests[1]?.body);

  const next = await again();
  await api.deliveriesOf(next, "delivered");
  const window = { from: new Date(Date.now() - 60_000).toISOString(), to: new Date(Date.now() + 60_000).toISOString() };
  const past = { from: "2020-01-01T00:00:00Z", to: "2020-02-01T00:00:00Z" };
  const path = `/notifications/subscriptions/${subscriptionId}/replay`;
  expect((await api.send("POST", path, past)).body).toEqual({ replayed: 0 });
  expect((await api.send("POST", path, window)).body).toEqual({ replayed: 2 });
  await api.deliveriesOf(notificationId, "delivered");
  await api.deliveriesOf(next, "delivered");
  expect(receiver.requests).toHaveLength(5);
});

test("sends a test event at once and shows the receiver's response", async () => {
  const receiver = await aReceiver(status(418));
  const { subscriptionId } = await notifyAt(receiver.url);
  const tried = await api.send("POST", `/notifications/subscriptions/${subscriptionId}/test`);
  expect(tried.body).toEqual({
    status: "failed",
    answerStatus: 418,
    error: "The receiver answered 418: no",
    durationMs: expect.any(Number),
  });
  await receiver.close();
  open.pop();
  const dead = await api.send("POST", `/notifications/subscriptions/${subscriptionId}/test`);
  expect(dead.body).toMatchObject({ status: "failed", error: expect.stringContaining("connection refused") });
});

test("a private address is refused when it is saved, and at each send (H01)", async () => {
  const at = (url: string) =>
    api.send("POST", "/notifications/subscriptions", { channel: "webhook", topics: ["x"], config: { url } });
  for (const url of ["http://10.0.0.1/", "http://169.254.169.254/latest", "http://[::1]/", "http://2130706434/"])
    expect(await at(url)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining("address not allowed") },
    });

  const { notificationId, subscriptionId, again } = await notifyAt(`http://127.0.0.1:${await freePort()}/`);
  await api.deliveriesOf(notificationId, "retry");
  await api.app.db.pool.query("update subscription set address = 'http://10.0.0.1/' where id = $1", [subscriptionId]);
  expect(await api.deliveriesOf(await again(), "retry")).toMatchObject([
    { status: "retry", error: expect.stringContaining("address not allowed") },
  ]);
});

test("channel email goes through SMTP where there is one, and to the inbox where there is none", async () => {
  const sent: object[] = [];
  const posting = await aDeliveringApi({ mailer: { send: async (email) => void sent.push(email) } });
  open.push(posting);
  const outcomes = async ({ send, deliveriesOf }: DeliveringApi) => {
    const config = { email: "ann@x.test" };
    await send("POST", "/notifications/subscriptions", { channel: "email", topics: ["post"], config });
    const { body } = await send("POST", "/notifications", { topic: "post", message: "hello" });
    return deliveriesOf(body.id, "delivered", "notified");
  };
  expect(await outcomes(posting)).toMatchObject([{ status: "delivered" }]);
  expect(sent).toEqual([{ to: "ann@x.test", subject: "post", body: "hello" }]);
  expect(await outcomes(api)).toMatchObject([{ status: "notified" }]);
});
