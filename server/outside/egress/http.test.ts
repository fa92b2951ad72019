import zlib from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { type Listener, listen } from "#server/testing/listener.ts";
import { createEgress, type Egress } from "./egress.ts";
import { isOutcomeUnknown } from "./failures.ts";

type Limits = Parameters<typeof createEgress>[0];
type Call = Parameters<Egress["http"]>[0];

let server: Listener;
let egress: Egress;
let base: string;

/** A provider that responds to each chunk with these bytes. */
async function aProvider(response: string | Buffer | Parameters<typeof listen>[0], limits: Limits = {}) {
  server = await listen(typeof response === "function" ? response : (socket) => void socket.write(response ?? ""));
  egress = createEgress({ allow: ["127.0.0.1"], connectMs: 1000, ...limits });
  base = `http://127.0.0.1:${server.port}`;
}

const call = (changes: Partial<Call> = {}) =>
  egress.http({ method: "GET", url: base, headers: {}, signal: new AbortController().signal, ...changes });

/** The Failure of a request, and whether a retry is safe. */
const failure = async (changes: Partial<Call> = {}) => {
  const error = await call(changes).then(
    () => expect.unreachable(),
    (error: unknown) => error,
  );
  return {
    ...(error as { kind: string }),
    message: String((error as Error).message),
    unknown: isOutcomeUnknown(error),
  };
};

const http = (headers: string, body: string | Buffer = "", status = "200 OK") =>
  Buffer.concat([
    Buffer.from(
      `HTTP/1.1 ${status}\r\n${headers}${headers && "\r\n"}content-length: ${Buffer.byteLength(body)}\r\n\r\n`,
    ),
    Buffer.from(body),
  ]);

afterEach(async () => {
  await server.close();
  await egress.close();
});

describe("the request", () => {
  const sent = () => server.received().toString();

  test("a request without headers names its client and the accepted types", async () => {
    await aProvider(http(""));
    const { sent: sentRequest } = await call({ url: `${base}/a?b=ü#c` });
    expect(sent()).toBe(
      `GET /a?b=%C3%BC HTTP/1.1\r\nhost: 127.0.0.1:${server.port}\r\nconnection: keep-alive\r\n` +
        "user-agent: Formulary/0.1\r\naccept: */*\r\naccept-encoding: gzip, deflate, br\r\n\r\n",
    );
    expect(sentRequest).toEqual({
      url: `${base}/a?b=%C3%BC`,
      headers: { "user-agent": "Formulary/0.1", accept: "*/*", "accept-encoding": "gzip, deflate, br" },
    });
  });

  test.each<[string, unknown, string, string]>([
    ["text", "a=1", "", "a=1"],
    ["an object", { a: [1, null] }, "application/json", '{"a":[1,null]}'],
    ["a number", 5, "application/json", "5"],
    ["null", null, "application/json", "null"],
    ["bytes", Buffer.from("a"), "", "a"],
    ["empty text", "", "", ""],
  ])("a body that is %s", async (_, body, type, written) => {
    await aProvider(http(""));
    const reply = await call({ method: "post", body });
    const [head, payload] = sent().split("\r\n\r\n");
    expect(payload).toBe(written);
    expect(head).toContain(`POST / HTTP/1.1`);
    expect(/content-type: (.*)\r\n/.exec(`${head}\r\n`)?.[1] ?? "").toBe(type);
    expect(head).toContain(`content-length: ${written.length}`);
    expect(reply.sent.body).toBe(body);
  });

  test.each([
    [{ grant_type: "refresh_token", scope: "a b&c" }, "grant_type=refresh_token&scope=a+b%26c"],
    [{ id: [1, 2], on: true, none: null, at: { x: 1 } }, "id=1&id=2&on=true&at=%7B%22x%22%3A1%7D"],
    ["a=1", "a=1"],
  ])("a form by its content type: %j", async (body, written) => {
    await aProvider(http(""));
    await call({
      method: "post",
      body,
      headers: { "Content-Type": "application/x-www-form-urlencoded; charset=utf-8" },
    });
    expect(sent().split("\r\n\r\n")[1]).toBe(written);
  });

  test("the caller's own headers replace the defaults, whatever their case", async () => {
    await aProvider(http(""));
    const headers = {
      "USER-AGENT": "mine",
      Accept: "a/b",
      "Accept-Encoding": "br",
      "Content-Type": "c/d",
      Cookie: "e",
    };
    const reply = await call({ method: "PUT", headers, body: {} });
    expect(reply.sent.headers).toEqual(headers);
    expect(sent().match(/user-agent|accept:|accept-encoding|content-type/gi)).toEqual([
      "USER-AGENT",
      "Accept:",
      "Accept-Encoding",
      "Content-Type",
    ]);
  });

  test.each([
    "Host",
    "content-length",
    "Transfer-Encoding",
    "Connection",
    "Keep-Alive",
    "Proxy-Authorization",
    "proxy-connection",
    "TE",
    "Trailer",
    "Upgrade",
    "Expect",
    "Forwarded",
    "HTTP2-Settings",
  ])("the header %s is ours to write (E09)", async (name) => {
    await aProvider(http(""));
    const reply = await call({ method: "POST", headers: { [name]: "1234567", "x-kept": "1" }, body: "abc" });
    expect(sent()).not.toContain("1234567");
    expect(sent().match(/^(host|content-length|connection|x-kept): .*$/gim)).toHaveLength(4);
    expect(Object.keys(reply.sent.headers)).not.toContain(name);
  });

  test.each<[string, Partial<Call>, RegExp]>([
    ["a header value with a line break", { headers: { a: "b\r\nevil: 1" } }, /^headers: invalid header a:/],
    ["a header value with NUL", { headers: { a: "\0" } }, /^headers: invalid header a:/],
    ["a header value beyond Latin-1", { headers: { a: "→" } }, /^headers: invalid header a:/],
    ["a header name with a line break", { headers: { "a\r\nb": "c" } }, /^headers: "a\\r\\nb" is not a header name/],
    ["an empty header name", { headers: { "": "c" } }, /^headers: "" is not/],
    ["CONNECT", { method: "CONNECT" }, /^method: "CONNECT"/],
    ["TRACE", { method: "trace" }, /^method: "trace"/],
    ["a method with a line break", { method: "GET / HTTP/1.1\r\n" }, /^method: /],
    [
      "a body with a cycle",
      { method: "POST", body: Object.assign([], { 0: 1n }) },
      /^body: it cannot be written as JSON/,
    ],
  ])("%s is refused before anything is sent", async (_, changes, message) => {
    await aProvider(http(""));
    expect(await failure(changes)).toEqual({ ...failed("badRequest"), message: expect.stringMatching(message) });
    expect(server.connections()).toBe(0);
  });
});

const failed = (kind: string, unknown = false) => ({
  name: "Failure",
  kind,
  providerMessage: undefined,
  headers: {},
  message: expect.any(String),
  unknown,
});

describe("the response", () => {
  const JSON_TYPE = "content-type: application/json";
  test.each<[string, Buffer, number, unknown]>([
    ["JSON", http(JSON_TYPE, '{"a":1}'), 200, { a: 1 }],
    [
      "JSON by its suffix and with a charset",
      http("content-type: application/problem+json; charset=utf-8", '{"a":1}', "400 Bad"),
      400,
      { a: 1 },
    ],
    ["JSON with a byte order mark", http(JSON_TYPE, '\ufeff{"a":1}'), 200, { a: 1 }],
    ["invalid JSON (E11)", http(JSON_TYPE, "{"), 200, "{"],
    ["empty JSON", http(JSON_TYPE), 200, ""],
    ["JSON that does not say so", http("content-type: text/json-ish", "{}"), 200, "{}"],
    ["HTML with 200 (E11)", http("content-type: text/html", "<p>"), 200, "<p>"],
    ["no type", http("", "ü"), 200, "ü"],
    ["Latin-1", http("content-type: text/plain; charset=ISO-8859-1", Buffer.from([0xfc])), 200, "ü"],
    ["a charset nobody knows (E11)", http('content-type: text/plain; charset="x-no"', "ü"), 200, "ü"],
    ["nothing", Buffer.from("HTTP/1.1 204 No Content\r\n\r\n"), 204, ""],
    ["status 999 (E11)", http("", "a", "999 Odd"), 999, "a"],
    [
      "early hints first",
      Buffer.concat([Buffer.from("HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n"), http("", "a")]),
      200,
      "a",
    ],
    [
      "chunks",
      Buffer.from("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n1\r\nb\r\n0\r\n\r\n"),
      200,
      "ab",
    ],
  ])("%s", async (_, response, code, body) => {
    await aProvider(response);
    expect(await call()).toMatchObject({ code, body });
  });

  test("headers that come twice are joined", async () => {
    await aProvider(http("X-A: 1\r\nx-a: 2\r\nset-cookie: a\r\nset-cookie: b"));
    expect((await call()).headers).toEqual({ "x-a": "1, 2", "set-cookie": "a, b", "content-length": "0" });
  });

  test.each(["//evil.example/", "http://127.0.0.1:1/", "/again", "http://u:p@evil.example/"])(
    "a redirect to %s is the reply (E05)",
    async (location) => {
      await aProvider(http(`location: ${location}`, "", "307 Temporary Redirect"));
      expect(await call({ method: "POST", body: "x" })).toMatchObject({ code: 307, headers: { location } });
      expect(server.connections()).toBe(1);
    },
  );

  test.each<[string, string, (text: string) => Buffer]>([
    ["gzip", "gzip", zlib.gzipSync],
    ["x-gzip", "X-GZIP", zlib.gzipSync],
    ["brotli", "br", zlib.brotliCompressSync],
    ["deflate", "deflate", zlib.deflateSync],
    ["bare deflate", "deflate", zlib.deflateRawSync],
    ["two layers", "gzip, br", (text) => zlib.brotliCompressSync(zlib.gzipSync(text))],
    ["identity", "identity", Buffer.from],
  ])("%s is decompressed", async (_, encoding, compress) => {
    await aProvider(http(`content-encoding: ${encoding}\r\ncontent-type: application/json`, compress('{"a":1}')));
    expect((await call()).body).toEqual({ a: 1 });
  });

  test.each<[string, string, Buffer, RegExp]>([
    [
      "three layers (E10)",
      "gzip, gzip, gzip",
      zlib.gzipSync(zlib.gzipSync(zlib.gzipSync("a"))),
      /compressed more than twice/,
    ],
    ["an encoding nobody knows", "rot13", Buffer.from("a"), /not supported/],
    ["a prototype's name", "constructor", Buffer.from("a"), /not supported/],
    ["broken gzip", "gzip", Buffer.from("abc"), /cannot be decompressed/],
    ["truncated gzip", "gzip", zlib.gzipSync("a".repeat(1000)).subarray(0, 20), /cannot be decompressed/],
    ["a gzip bomb (E10)", "gzip", zlib.gzipSync(Buffer.alloc(2 ** 26)), /larger than 10 MB/],
    ["a bomb in a bomb (E10)", "gzip, gzip", zlib.gzipSync(zlib.gzipSync(Buffer.alloc(2 ** 26))), /larger than 10 MB/],
  ])("%s ends the call", async (_, encoding, bytes, message) => {
    await aProvider(http(`content-encoding: ${encoding}`, bytes));
    const before = process.memoryUsage().rss;
    // A body may have been cut on its way; anything else would be the same again.
    const isPermanent = !message.test("cannot be decompressed") || undefined;
    expect(await failure()).toEqual({
      ...failed("badGateway"),
      ...{ message: expect.stringMatching(message), isPermanent },
    });
    expect(process.memoryUsage().rss - before).toBeLessThan(50 * 2 ** 20);
  });

  test("a reply that says it is too large is not read (E10)", async () => {
    await aProvider("HTTP/1.1 200 OK\r\ncontent-length: 10000000000\r\n\r\n");
    expect((await failure()).message).toBe(`The reply of 127.0.0.1:${server.port} is larger than 10 MB.`);
  });

  test("a reply without end is cut at the limit, memory stays flat (E10)", async () => {
    const chunk = Buffer.alloc(2 ** 16, "a");
    let written = 0;
    await aProvider((socket) => {
      const more = () => {
        do written += chunk.length;
        while (!socket.destroyed && socket.write(chunk));
      };
      socket.on("drain", more).write("HTTP/1.1 200 OK\r\n\r\n");
      more();
    });
    const before = process.memoryUsage().rss;
    expect((await failure()).message).toMatch(/larger than 10 MB/);
    expect(process.memoryUsage().rss - before).toBeLessThan(50 * 2 ** 20);
    expect(written).toBeLessThan(20 * 2 ** 20);
  });
});

describe("when no reply comes", () => {
  test("no server listens", async () => {
    await aProvider("");
    const { port } = server;
    await server.close();
    expect(await failure({ method: "POST" })).toEqual({
      ...failed("badGateway"),
      message: `Could not connect to 127.0.0.1:${port}: connection refused.`,
    });
    server = await listen();
  });

  test("the name does not exist", async () => {
    await aProvider("", { lookup: async () => Promise.reject(Object.assign(new Error(), { code: "ENOTFOUND" })) });
    expect(await failure({ method: "POST", url: "http://api.example/?key=canary" })).toEqual({
      ...failed("badGateway"),
      message: "Cannot resolve api.example: no such host.",
    });
  });

  test("the name servers are silent", async () => {
    await aProvider("", { lookupMs: 50, lookup: () => new Promise(() => {}) });
    expect(await failure({ url: "https://api.example/" })).toEqual({
      ...failed("timedOut"),
      message: "Cannot resolve api.example: no answer in time.",
    });
  });

  test("the handshake never ends", async () => {
    await aProvider(() => {}, { connectMs: 100 });
    expect(await failure({ method: "POST", url: base.replace("http", "https") })).toMatchObject({
      kind: "timedOut",
      message: `Could not connect to 127.0.0.1:${server.port}: no answer in time.`,
      unknown: false,
    });
  });

  test("the peer does not speak TLS", async () => {
    await aProvider("HTTP/1.1 400 Bad Request\r\n\r\n");
    expect(await failure({ method: "POST", url: base.replace("http", "https") })).toMatchObject({
      kind: "badGateway",
      message: `Could not connect to 127.0.0.1:${server.port}: it does not speak TLS on this port.`,
      unknown: false,
    });
  });

  test.each<[string, Parameters<typeof listen>[0], Limits, string, RegExp]>([
    ["silence", () => {}, { headersMs: 100 }, "timedOut", /^No reply from .*: no answer in time/],
    [
      "silence after the headers",
      (socket) => void socket.write("HTTP/1.1 200 OK\r\n\r\na"),
      { bodyIdleMs: 100 },
      "timedOut",
      /no answer in time/,
    ],
    [
      "one byte now and then (E10)",
      (socket) => void drip(socket),
      { totalMs: 300, bodyIdleMs: 200 },
      "timedOut",
      /^No complete reply from .* within 0.3 s/,
    ],
    ["a reset", (socket) => void socket.resetAndDestroy(), {}, "badGateway", /connection (reset|was closed)/],
    ["a connection closed", (socket) => void socket.destroy(), {}, "badGateway", /the connection was closed/],
    [
      "half a body",
      (socket) => void socket.end("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\na"),
      {},
      "badGateway",
      /the connection was closed/,
    ],
    [
      "more than its length",
      (socket) => void socket.write("HTTP/1.1 200 OK\r\ncontent-length: x\r\n\r\na"),
      {},
      "badGateway",
      /not valid HTTP/,
    ],
    [
      "both lengths",
      (socket) => void socket.write("HTTP/1.1 200 OK\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\na"),
      {},
      "badGateway",
      /not valid HTTP/,
    ],
    ["another protocol", (socket) => void socket.write("220 smtp\r\n"), {}, "badGateway", /not valid HTTP/],
    [
      "headers without end (E10)",
      (socket) => void socket.write(`HTTP/1.1 200 OK\r\n${"x-a: aaaaaaaaaaaaaaaa\r\n".repeat(2000)}`),
      {},
      "badGateway",
      /headers are too large/,
    ],
  ])(
    "the provider responds with %s: a POST may have been carried out, a GET may be repeated",
    async (_, response, limits, kind, message) => {
      await aProvider(response, limits);
      const post = await failure({ method: "POST", url: `${base}/?key=canary`, body: "canary" });
      expect(post).toEqual({ ...failed(kind, true), message: expect.stringMatching(message) });
      expect(post.message).toMatch(/\(outcome unknown: it may have been carried out\)\.$/);
      expect(post.message).not.toContain("canary");
      expect(await failure()).toEqual({ ...failed(kind), message: expect.not.stringContaining("outcome") });
    },
  );

  test("a GET whose kept-alive connection broke is made again, a POST is not", async () => {
    let requests = 0;
    await aProvider((socket) => {
      requests++;
      if (requests % 2) socket.write(http("", "a"));
      else socket.resetAndDestroy();
    });
    await call();
    expect(await call()).toMatchObject({ code: 200 });
    expect(requests).toBe(3);
    expect(await failure({ method: "POST" })).toMatchObject({ unknown: true });
    expect(requests).toBe(4);
  });
});

describe("a signal", () => {
  const reason = new Error("cancelled");

  test("ends a call that waits for its reply, and its connection", async () => {
    await aProvider(() => {});
    const controller = new AbortController();
    const pending = call({ signal: controller.signal });
    await expect.poll(() => server.received().length).toBeGreaterThan(0);
    controller.abort(reason);
    await expect(pending).rejects.toBe(reason);
  });

  test("ends a call that still waits for a connection, which then is not made", async () => {
    await aProvider(http(""), { connectionsPerOrigin: 1 });
    const silent = await listen();
    const url = `http://127.0.0.1:${silent.port}`;
    const [first, second] = [new AbortController(), new AbortController()];
    const blocking = call({ url, signal: first.signal });
    const waiting = call({ url, signal: second.signal, method: "POST", body: "x" });
    second.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    first.abort(reason);
    await expect(blocking).rejects.toBe(reason);
    await expect.poll(() => silent.received().toString()).not.toContain("POST");
    await silent.close();
  });

  test("that has fired already means no call", async () => {
    await aProvider("");
    await expect(call({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(server.connections()).toBe(0);
  });
});

test("connections to an origin are shared and kept, up to the limit", async () => {
  await aProvider(http("", "a"), { connectionsPerOrigin: 3 });
  await Promise.all(Array.from({ length: 50 }, () => call()));
  expect(server.connections()).toBeLessThanOrEqual(3);
});

test("closing waits for open calls", async () => {
  await aProvider((socket) => void setTimeout(() => socket.write(http("", "a")), 50));
  const pending = call();
  await egress.close();
  expect(await pending).toMatchObject({ body: "a" });
  expect(await failure({ method: "POST" })).toMatchObject({ kind: "unavailable", unknown: false });
  egress = createEgress();
});

function drip(socket: import("node:net").Socket) {
  socket.write("HTTP/1.1 200 OK\r\n\r\n");
  const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : socket.write("a")), 50);
}
