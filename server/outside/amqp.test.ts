import { once } from "node:events";
import net from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import tls from "node:tls";
import { type ChannelModel, connect } from "amqplib";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { certificate } from "#server/testing/certificate.ts";
import { type Listener, listen } from "#server/testing/listener.ts";
import { type Rabbitmq, startRabbitmq } from "#server/testing/rabbitmq.ts";
import { createAmqp } from "./amqp.ts";
import { createEgress } from "./egress/egress.ts";
import { isOutcomeUnknown } from "./egress/failures.ts";

type Message = Parameters<ReturnType<typeof createAmqp>["publish"]>[0];

const NAMES = ["broker.test", "secure.test", "other.test"];
const egress = createEgress({ allow: NAMES, lookup: async () => ["127.0.0.1"] });
const trusted = tls.getCACertificates();

let rabbitmq: Rabbitmq;
let observer: ChannelModel;
let amqp: ReturnType<typeof createAmqp>;
const opened: { close: () => unknown }[] = [];

beforeAll(async () => {
  tls.setDefaultCACertificates([...trusted, certificate.cert]);
  rabbitmq = await startRabbitmq();
  observer = await connect(`amqp://127.0.0.1:${rabbitmq.port}`);
});

afterAll(async () => {
  tls.setDefaultCACertificates(trusted);
  await observer?.close();
  await rabbitmq?.stop();
});

beforeEach(() => {
  amqp = createAmqp(egress, { connectMs: 2000, confirmMs: 1000 });
});

afterEach(async () => {
  await amqp.close();
  for (const server of opened.splice(0)) await server.close();
});

const broker = (place = `broker.test:${rabbitmq.port}`, vhost = "", user = "guest:guest") =>
  `amqp://${user}@${place}/${vhost}`;

const publish = (message: Partial<Message> = {}, signal = new AbortController().signal) =>
  amqp.publish({ url: broker(), queue: "orders", body: '{"a":"ü"}', ...message }, signal);

const failure = async (message?: Partial<Message>) => {
  const error = await publish(message).then(
    () => expect.unreachable(),
    (error: unknown) => error,
  );
  const { kind, message: text } = error as { kind: string; message: string };
  expect(text).not.toMatch(/canary|guest:guest/);
  return { kind, text, unknown: isOutcomeUnknown(error) };
};

/** Uses its own channel, since a refusal closes it. */
async function observing<Value>(work: (channel: Awaited<ReturnType<ChannelModel["createChannel"]>>) => Promise<Value>) {
  const channel = await observer.createChannel();
  channel.on("error", () => {});
  try {
    return await work(channel);
  } finally {
    await channel.close().catch(() => {});
  }
}

const take = (queue: string) => observing((channel) => channel.get(queue, { noAck: true }));
const depth = (queue: string) => observing(async (channel) => (await channel.checkQueue(queue)).messageCount);

/** A proxy between publisher and broker; after `mute` it no longer forwards what the broker sends. */
async function aProxy({ secure = false } = {}) {
  let muted = false;
  const sockets = new Set<net.Socket>();
  let accepted = 0;
  const onClient = (client: net.Socket) => {
    accepted += 1;
    const upstream = net.connect(rabbitmq.port, "127.0.0.1");
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    }
    client.on("data", (chunk) => upstream.write(chunk)).on("close", () => upstream.destroy());
    upstream.on("data", (chunk) => muted || client.write(chunk)).on("close", () => client.destroy());
  };
  const server = secure ? tls.createServer(certificate, onClient) : net.createServer(onClient);
  server.listen(0);
  await once(server, "listening");
  const cut = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  const proxy = {
    port: (server.address() as net.AddressInfo).port,
    mute: () => {
      muted = true;
    },
    cut,
    close: () => {
      cut();
      server.close();
    },
    /** The numbers of all connections so far, and of those that are open. */
    accepted: () => accepted,
    open: () => sockets.size / 2,
  };
  opened.push(proxy);
  return proxy;
}

describe("a message", () => {
  test("without an exchange lies in the queue of its name, which is made if need be, and survives a restart", async () => {
    await publish({ queue: "new" });
    await publish({ queue: "new", body: "2" });
    const message = await take("new");
    if (!message) return expect.unreachable();
    expect(message.content.toString()).toBe('{"a":"ü"}');
    expect(message.properties).toMatchObject({
      deliveryMode: 2,
      contentType: "application/json",
      contentEncoding: "utf-8",
    });
    expect(message.properties.messageId).toMatch(/^[0-9a-f-]{36}$/);
    expect(await depth("new")).toBe(1);
    await observing((channel) => channel.assertQueue("new", { durable: true }));
  });

  test("goes to a queue that was made in another way", async () => {
    await observing((channel) => channel.assertQueue("short", { durable: true, arguments: { "x-max-length": 5 } }));
    await publish({ queue: "short" });
    expect(await depth("short")).toBe(1);
  });

  test("with an exchange is routed by the queue's name", async () => {
    await observing(async (channel) => {
      await channel.assertExchange("events", "topic");
      await channel.assertQueue("all");
      await channel.bindQueue("all", "events", "order.*");
    });
    await publish({ exchange: "events", queue: "order.made" });
    expect(await take("all")).toMatchObject({ fields: { exchange: "events", routingKey: "order.made" } });
  });

  test("of any size arrives whole, and many at once share a connection", async () => {
    const proxy = await aProxy();
    const url = broker(`broker.test:${proxy.port}`);
    const large = "x".repeat(2 ** 20);
    await Promise.all(Array.from({ length: 200 }, () => publish({ url, queue: "many" })));
    await publish({ url, queue: "many", body: large });
    expect(proxy.accepted()).toBe(1);
    expect(await depth("many")).toBe(201);
  });

  test("goes over TLS to the name the certificate is for", async () => {
    const proxy = await aProxy({ secure: true });
    await publish({ url: `amqps://guest:guest@secure.test:${proxy.port}`, queue: "secure" });
    expect(await depth("secure")).toBe(1);
  });
});

describe("a message fails (E19)", () => {
  test.each<[string, string, Partial<Message> & { vhost?: string; user?: string }, RegExp]>([
    [
      "that no queue takes",
      "unprocessable",
      { exchange: "amq.direct", queue: "nobody" },
      /^No queue of broker.test:\d+ accepts messages sent to exchange "amq.direct" with routing key "nobody"/,
    ],
    [
      "to an exchange that does not exist",
      "badGateway",
      { exchange: "missing" },
      /refused: NOT_FOUND - no exchange 'missing'/,
    ],
    ["to a queue with a reserved name", "badGateway", { queue: "amq.new" }, /refused: ACCESS_REFUSED/],
    [
      "to a virtual host that does not exist",
      "badGateway",
      { vhost: "nowhere" },
      /refused: its virtual host does not exist/,
    ],
    ["with a wrong password", "badGateway", { user: "guest:canary" }, /refused: ACCESS_REFUSED/],
  ])("%s", async (_, kind, { vhost, user, ...message }, text) => {
    expect(await failure({ url: broker(undefined, vhost, user), ...message })).toEqual({
      kind,
      text: expect.stringMatching(text),
      unknown: false,
    });
    await publish();
  });

  test.each<[string, string, RegExp]>([
    ["http://broker.test/", "badRequest", /scheme not allowed/],
    ["broker", "badRequest", /^url: not an address/],
    ["amqp://guest:canary@broker.test:6379", "badRequest", /port not allowed: 6379 of broker.test/],
    ["amqp://u:canary%@broker.test:5672", "badRequest", /not percent-encoded/],
    ["amqp://guest:canary@broker.test:1", "badRequest", /port not allowed: 1/],
    ["amqp://guest:canary@broker.test:5672", "badGateway", /^Could not connect to broker.test: connection refused/],
  ])("to %s", async (url, kind, text) => {
    expect(await failure({ url })).toEqual({ kind, text: expect.stringMatching(text), unknown: false });
  });

  test.each([
    "127.0.0.1",
    "127.1",
    "2130706433",
    "0x7f.1",
    "[::1]",
    "[::ffff:7f00:1]",
    "0",
    "localhost",
    "①②⑦.0.0.1",
    "%31%32%37.0.0.1",
    "10.0.0.1",
    "private.test",
  ])("to this machine or a private network as %s (E01), and nothing is sent", async (host) => {
    const forbidden: Listener = await listen();
    opened.push(forbidden);
    expect(await failure({ url: `amqp://guest:canary@${host}:${forbidden.port}` })).toMatchObject({
      kind: "badRequest",
      text: expect.stringMatching(/^address not allowed: /),
    });
    expect(forbidden.connections()).toBe(0);
  });

  test("to a peer whose certificate is for another name", async () => {
    const proxy = await aProxy({ secure: true });
    expect(await failure({ url: `amqps://guest:canary@other.test:${proxy.port}` })).toMatchObject({
      kind: "badGateway",
      text: `Could not connect to other.test:${proxy.port}: its certificate is for another name.`,
    });
  });

  test.each<[string, string, Parameters<typeof listen>[0], RegExp]>([
    ["is silent", "timedOut", () => {}, /no answer in time/],
    ["hangs up", "badGateway", (socket) => void socket.destroy(), /^Could not connect to broker.test/],
    [
      "speaks another protocol",
      "badGateway",
      (socket) => void socket.write("HTTP/1.1 400 Bad Request\r\n\r\n"),
      /^Could not connect to broker.test/,
    ],
    [
      "drips",
      "timedOut",
      (socket) => void setInterval(() => socket.write("\x01"), 100).unref(),
      /no answer in time|Could not connect/,
    ],
  ])("to a peer that %s", async (_, kind, respond, text) => {
    const odd = await listen(respond);
    opened.push(odd);
    amqp = createAmqp(egress, { connectMs: 500 });
    const seen = await failure({ url: broker(`broker.test:${odd.port}`) });
    expect(seen).toEqual({ kind: expect.stringMatching(kind), text: expect.stringMatching(text), unknown: false });
  });

  test.each([
    ["a queue", { queue: "q".repeat(256) }],
    ["an exchange", { exchange: "ü".repeat(128) }],
  ])(
    "to %s with a name that AMQP cannot encode, and leaves nothing that waits for a confirmation",
    async (_, named) => {
      amqp = createAmqp(egress, { confirmMs: 100 });
      const unhandled = vi.fn();
      process.on("unhandledRejection", unhandled);
      const proxy = await aProxy();
      const url = broker(`broker.test:${proxy.port}`);
      expect(await failure({ url, ...named })).toMatchObject({ unknown: false });
      await pause(300);
      process.off("unhandledRejection", unhandled);
      expect(unhandled).not.toHaveBeenCalled();
      expect(proxy.open()).toBe(1);
    },
  );

  test("without a confirmation, and may have arrived", async () => {
    const proxy = await aProxy();
    const url = broker(`broker.test:${proxy.port}`);
    await publish({ url, queue: "unconfirmed" });
    proxy.mute();
    expect(await failure({ url, queue: "unconfirmed" })).toEqual({
      kind: "timedOut",
      text: expect.stringMatching(/did not confirm the message in time \(outcome unknown/),
      unknown: true,
    });
    expect(await depth("unconfirmed")).toBe(2);
  });

  test("when the connection is cut before the confirmation, and the next goes over a new one", async () => {
    const proxy = await aProxy();
    const url = broker(`broker.test:${proxy.port}`);
    await publish({ url });
    proxy.mute();
    const lost = failure({ url });
    await expect.poll(() => depth("orders")).toBeGreaterThan(0);
    proxy.cut();
    expect(await lost).toMatchObject({ kind: "badGateway", unknown: true });
    const again = await aProxy();
    await publish({ url: broker(`broker.test:${again.port}`) });
  });

  test("when its signal fires, with the signal's reason", async () => {
    const silent = await listen();
    opened.push(silent);
    const controller = new AbortController();
    const pending = publish({ url: broker(`broker.test:${silent.port}`) }, controller.signal);
    await expect.poll(() => silent.connections()).toBe(1);
    controller.abort(new Error("cancelled"));
    await expect(pending).rejects.toThrow("cancelled");
    await expect(publish({}, AbortSignal.abort(new Error("before")))).rejects.toThrow("before");
  });
});

test("after closing nothing is sent", async () => {
  await publish();
  await amqp.close();
  expect(await failure()).toMatchObject({ kind: "unavailable", unknown: false });
});

test("an unused connection is closed after a while", async () => {
  amqp = createAmqp(egress, { idleMs: 50 });
  const proxy = await aProxy();
  const url = broker(`broker.test:${proxy.port}`);
  await publish({ url });
  await expect.poll(proxy.open).toBe(0);
  expect(proxy.accepted()).toBe(1);
  await publish({ url });
  expect(proxy.accepted()).toBe(2);
});

test("a broker that takes no messages says so, and takes them later", async () => {
  await publish();
  await rabbitmq.control("set_vm_memory_high_watermark", "0");
  const stuck = await failure();
  expect(stuck).toMatchObject({ kind: "timedOut", unknown: true });
  await rabbitmq.control("set_vm_memory_high_watermark", "0.4");
  await publish();
});

test("a broker that is down is an error, and its messages are there when it is back", async () => {
  await publish({ queue: "lasting" });
  await observer.close();
  await rabbitmq.control("stop_app");
  expect(await failure({ queue: "lasting" })).toMatchObject({
    kind: "badGateway",
    text: expect.stringContaining("connection refused"),
    unknown: false,
  });
  await rabbitmq.control("start_app");
  observer = await connect(`amqp://127.0.0.1:${rabbitmq.port}`);
  await publish({ queue: "lasting" });
  expect(await depth("lasting")).toBe(2);
});
