import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import zlib from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import type { ByteStream, ProviderRequest } from "#server/element/ports.ts";
import { Failure } from "#server/errors.ts";
import { type Listener, listen } from "#server/testing/listener.ts";
import { createEgress, type Egress } from "./egress.ts";
import { isOutcomeUnknown } from "./failures.ts";

type Limits = Parameters<typeof createEgress>[0];

let egress: Egress;
let closing: (() => unknown)[] = [];

const egressWith = (limits: Limits = {}) => {
  egress = createEgress({ allow: ["127.0.0.1"], ...limits });
  closing.push(egress.close);
  return egress;
};

/** A provider that responds to each chunk with these bytes. */
async function aProvider(response: string | Buffer | Parameters<typeof listen>[0], limits: Limits = {}) {
  const server: Listener = await listen(
    typeof response === "function" ? response : (socket) => void socket.write(response ?? ""),
  );
  closing.push(server.close);
  egressWith(limits);
  return Object.assign(server, { url: `http://127.0.0.1:${server.port}` });
}

/** A provider on Node's own server, for streams. */
async function aServer(response: RequestListener, limits: Limits = {}) {
  const server = createServer(response).listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  egressWith(limits);
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

afterEach(async () => {
  for (const close of closing.reverse()) await close();
  closing = [];
});

const call = (url: string, changes: Partial<ProviderRequest> = {}, signal = new AbortController().signal) =>
  egress.provider({ method: "GET", url, headers: {}, ...changes }, { origins: [new URL(url).origin], signal });

const failureOf = (promise: Promise<unknown>): Promise<Failure> =>
  promise.then(
    () => expect.unreachable(),
    (error) => error,
  );

const http = (headers: string, body: string | Buffer = "", status = "200 OK") =>
  Buffer.concat([
    Buffer.from(
      `HTTP/1.1 ${status}\r\n${headers}${headers && "\r\n"}content-length: ${Buffer.byteLength(body)}\r\n\r\n`,
    ),
    Buffer.from(body),
  ]);

async function bytesOf(stream: ByteStream | undefined): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream ?? expect.unreachable()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** A source that records whether it was cancelled. */
function aSource(chunks: (Buffer | Error | "silence")[]) {
  const state = { cancelled: false, read: 0 };
  const stream: ByteStream & { cancel: () => void } = {
    cancel: () => {
      state.cancelled = true;
    },
    async *[Symbol.asyncIterator]() {
      for (const chunk of chunks) {
        if (chunk === "silence") await new Promise(() => {});
        if (chunk instanceof Error) throw chunk;
        state.read++;
        yield chunk as Buffer;
      }
    },
  };
  return { stream, state };
}

describe("allowed addresses", () => {
  test.each([
    "http://127.0.0.1.evil.example/",
    "http://user@127.0.0.1/",
    "https://127.0.0.1/",
    "http://evil.example:80/",
    "http://localhost/",
    "//evil.example/",
    "http://127.0.0.1:1/",
    "http://0x7f.1:9/",
  ])("%s is no origin of the instance: refused, nothing is looked up, no byte leaves (E08)", async (url) => {
    const lookups: string[] = [];
    const lookup = async (host: string) => {
      lookups.push(host);
      return ["127.0.0.1"];
    };
    const provider = await aProvider("", { lookup, allow: ["127.0.0.1", "localhost"] });
    const source = aSource([Buffer.from("x")]);
    const request = { method: "POST", url, headers: { authorization: "canary" }, body: source.stream };
    const signal = new AbortController().signal;
    const failure = await failureOf(egress.provider(request, { origins: [provider.url], signal }));
    expect(failure).toMatchObject({ name: "Failure", kind: "badRequest" });
    expect(lookups).toEqual([]);
    expect(provider.connections()).toBe(0);
    expect(source.state).toEqual({ cancelled: true, read: 0 });
  });

  test("an origin is compared as URLs write it, whatever spelling the call has", async () => {
    const { url, port } = await aProvider(http(""));
    const request = { method: "GET", url: `HTTP://2130706433:${port}/a`, headers: {} };
    expect(await egress.provider(request, { origins: [url], signal: new AbortController().signal })).toMatchObject({
      code: 200,
    });
  });

  test("a private address is refused although it is an origin (E03)", async () => {
    await aProvider("");
    expect(await failureOf(call("http://10.0.0.1/"))).toMatchObject({
      kind: "badRequest",
      message: expect.stringContaining("private"),
    });
  });
});

describe("the response", () => {
  const type = (text: string) => `content-type: ${text}`;

  test.each<[string, Buffer, object]>([
    ["JSON is a value", http(type("application/vnd.api+json; charset=utf-8"), '{"a":[1]}'), { body: { a: [1] } }],
    [
      "a long integer stays exact",
      http(type("application/json"), "[12345678901234567]"),
      { body: ["12345678901234567"] },
    ],
    [
      "a key __proto__ is dropped",
      http(type("application/json"), '{"__proto__":{"x":1},"a":{"\\u005f_proto__":2}}'),
      { body: { a: {} } },
    ],
    ["JSON that is none is text (E11)", http(type("application/json"), "<p>"), { body: "<p>", isBroken: true }],
    [
      "JSON of a thousand levels is text",
      http(type("application/json"), "[".repeat(1000) + "]".repeat(1000)),
      { body: "[".repeat(1000) + "]".repeat(1000), isBroken: true },
    ],
    ["HTML is text", http(type("text/html"), "<p>"), { body: "<p>" }],
    ["XML is text", http(type("application/soap+xml"), "<p/>"), { body: "<p/>" }],
    ["text has a charset", http(type("text/csv; charset=latin1"), Buffer.from([0xfc])), { body: "ü" }],
    ["a form is text", http(type("application/x-www-form-urlencoded"), "a=1"), { body: "a=1" }],
    ["nothing is no body", http(type("application/json")), { body: undefined }],
    ["204 is no body", Buffer.from("HTTP/1.1 204 No Content\r\n\r\n"), { code: 204, body: undefined }],
    [
      "a redirect is a reply (E05)",
      http("location: //evil.example/", "", "302 Found"),
      { code: 302, headers: { location: "//evil.example/" } },
    ],
    ["an error of any type is text", http(type("image/png"), "no", "500 Oh"), { code: 500, body: "no" }],
    [
      "an error that is an attachment is read",
      http(`${type("application/json")}\r\ncontent-disposition: attachment`, '{"a":1}', "404 No"),
      { code: 404, body: { a: 1 } },
    ],
    [
      "an error that cannot be decompressed keeps its status",
      http("content-encoding: gzip", "abc", "429 Slow"),
      { code: 429, body: undefined },
    ],
  ])("%s", async (_, response, reply) => {
    const { url } = await aProvider(response);
    const { code, headers, body, isBroken, stream } = await call(url);
    expect({ code, headers, body, isBroken, stream }).toMatchObject({
      isBroken: undefined,
      stream: undefined,
      ...reply,
    });
  });

  test.each<[string, string]>([
    ["a picture", type("image/png")],
    ["bytes without a type", ""],
    [
      "JSON that calls itself an attachment",
      `${type("application/json")}\r\ncontent-disposition: attachment; filename="a.json"`,
    ],
  ])("%s is a stream, without the compression that we requested", async (_, headers) => {
    const bytes = Buffer.from("a".repeat(1000));
    const lines = `${headers}${headers && "\r\n"}etag: "1"\r\ncontent-encoding: gzip`;
    const { url } = await aProvider(http(lines, zlib.gzipSync(bytes)));
    const { body, headers: responseHeaders, stream } = await call(url);
    expect(body).toBeUndefined();
    expect(responseHeaders).toMatchObject({ etag: '"1"' });
    expect(responseHeaders).not.toHaveProperty("content-encoding");
    expect(responseHeaders).not.toHaveProperty("content-length");
    expect(await bytesOf(stream)).toEqual(bytes);
  });

  test.each<[string, string, (bytes: Buffer) => Buffer]>([
    ["x-gzip", "X-GZIP", zlib.gzipSync],
    ["brotli", "br", zlib.brotliCompressSync],
    ["deflate", "deflate", zlib.deflateSync],
    ["bare deflate", "deflate", zlib.deflateRawSync],
    ["two layers", "gzip, br", (bytes) => zlib.brotliCompressSync(zlib.gzipSync(bytes))],
  ])("a stream is unpacked from %s", async (_, encoding, pack) => {
    const bytes = randomBytes(300_000);
    const { url } = await aProvider(http(`${type("image/png")}\r\ncontent-encoding: ${encoding}`, pack(bytes)));
    expect((await bytesOf((await call(url)).stream)).equals(bytes)).toBe(true);
  });

  test("a stream that is packed in a way we did not ask for stays as it came", async () => {
    const { url } = await aProvider(http(`${type("image/png")}\r\ncontent-encoding: rot13`, "nop"));
    const reply = await call(url);
    expect(reply.headers).toMatchObject({ "content-encoding": "rot13", "content-length": "3" });
    expect(await bytesOf(reply.stream)).toEqual(Buffer.from("nop"));
  });

  test.each<[string, Buffer, RegExp]>([
    ["that is not what it calls itself", Buffer.from("no gzip"), /cannot be decompressed/],
    ["that ends too soon", zlib.gzipSync(randomBytes(1000)).subarray(0, 500), /cannot be decompressed/],
    ["that is a bomb (E10)", zlib.gzipSync(Buffer.alloc(2 ** 24)), /larger than/],
  ])("a packed stream %s fails where it is read", async (_, bytes, message) => {
    const headers = `${type("image/png")}\r\ncontent-encoding: gzip`;
    const { url } = await aProvider(http(headers, bytes), { streamBytes: 2 ** 20 });
    const { stream } = await call(url);
    expect(await failureOf(bytesOf(stream))).toMatchObject({
      kind: "badGateway",
      message: expect.stringMatching(message),
    });
  });

  test("ends a compressed stream that is canceled while it is read, and its connection", async () => {
    const closed = Promise.withResolvers<void>();
    const { url } = await aServer((request, response) => {
      request.socket.once("close", () => closed.resolve());
      response.writeHead(200, { "content-type": "image/png", "content-encoding": "gzip" });
      response.write(zlib.gzipSync(randomBytes(1000)).subarray(0, 900));
    });
    const { stream } = await call(url);
    const reading = bytesOf(stream);
    stream?.cancel();
    await reading;
    await closed.promise;
  });

  test("text that announces more than is read into memory is a stream", async () => {
    const { url } = await aProvider(http(type("text/csv"), "a".repeat(2000)), { replyBytes: 1000 });
    expect(await bytesOf((await call(url)).stream)).toHaveLength(2000);
  });

  test("JSON that announces more is refused (E10)", async () => {
    const { url } = await aProvider(http(type("application/json"), "a".repeat(2000)), { replyBytes: 1000 });
    expect(await failureOf(call(url))).toMatchObject({
      kind: "badGateway",
      message: expect.stringContaining("larger"),
    });
  });

  test("of an error without end only the beginning is read (E10)", async () => {
    const { url } = await aServer(
      (_, response) => {
        response.writeHead(400, { "content-type": "text/plain" });
        const more = () => {
          while (!response.destroyed && response.write("a".repeat(65_536)));
        };
        response.on("drain", more);
        more();
      },
      { errorBytes: 100_000 },
    );
    expect(await call(url)).toMatchObject({ code: 400, body: "a".repeat(100_000) });
  });

  test("a stream larger than the limit fails where it passes it", async () => {
    const { url } = await aServer((_, response) => void response.end(Buffer.alloc(200_000)), { streamBytes: 100_000 });
    expect(await failureOf(call(url))).toMatchObject({ message: expect.stringContaining("larger than") });
    const chunked = await aServer(
      (_, response) => {
        response.write(Buffer.alloc(60_000));
        setTimeout(() => response.end(Buffer.alloc(60_000)), 20);
      },
      { streamBytes: 100_000 },
    );
    const { stream } = await call(chunked.url);
    expect(await failureOf(bytesOf(stream))).toMatchObject({ message: expect.stringContaining("larger than") });
  });
});

describe("a streamed response", () => {
  const HEAD = "HTTP/1.1 200 OK\r\ncontent-type: image/png\r\ncontent-length: 100\r\n\r\n";

  test.each<[string, Parameters<typeof listen>[0], RegExp]>([
    ["falls silent", (socket) => void socket.write(`${HEAD}a`), /no answer in time/],
    ["breaks off", (socket) => void socket.end(`${HEAD}a`), /connection was closed/],
  ])("that %s throws where it is read", async (_, response, message) => {
    const { url } = await aProvider(response, { bodyIdleMs: 100 });
    const { stream } = await call(url);
    expect(await failureOf(bytesOf(stream))).toMatchObject({
      name: "Failure",
      message: expect.stringMatching(message),
    });
  });

  test.each<[string, (stream: ByteStream & { cancel: () => void }, abort: () => void) => unknown]>([
    ["cancel", (stream) => stream.cancel()],
    [
      "cancel while it is read",
      async (stream) => {
        setTimeout(() => stream.cancel(), 20);
        expect(await bytesOf(stream)).toHaveLength(1);
      },
    ],
    [
      "leaving the loop",
      async (stream) => {
        for await (const _ of stream) break;
      },
    ],
    ["the signal", (_, abort) => abort()],
  ])("%s closes its connection", async (_, leave) => {
    const closed = Promise.withResolvers<void>();
    const { url } = await aProvider((socket) => {
      socket.on("close", () => closed.resolve());
      socket.write(`${HEAD}a`);
    });
    const controller = new AbortController();
    const { stream } = await call(url, {}, controller.signal);
    await leave(stream ?? expect.unreachable(), () => controller.abort(new Error("enough")));
    await closed.promise;
    if (controller.signal.aborted) expect(await failureOf(bytesOf(stream))).toBe(controller.signal.reason);
  });

  test("that nobody reads holds the provider back", async () => {
    let written = 0;
    const { url } = await aServer(
      (_, response) => {
        response.writeHead(200, { "content-type": "image/png" });
        const chunk = Buffer.alloc(65_536);
        const more = () => {
          while (written < 2 ** 28) {
            written += chunk.length;
            if (!response.write(chunk)) return;
          }
          response.end();
        };
        response.on("drain", more);
        more();
      },
      { bodyIdleMs: 200 },
    );
    const { stream } = await call(url);
    await pause(500);
    expect(written).toBeLessThan(2 ** 25);
    let read = 0;
    for await (const chunk of stream ?? expect.unreachable()) read += chunk.length;
    expect(read).toBe(written);
  });
});

describe("a body that is a stream", () => {
  const echo: RequestListener = async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { "content-length": length, "transfer-encoding": coding, "content-type": contentType } = request.headers;
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ length, coding, contentType, body: Buffer.concat(chunks).toString() }));
  };

  test.each<[string, Record<string, string>, object]>([
    ["leaves in chunks", {}, { coding: "chunked" }],
    ["has its length where it is announced", { "Content-Length": "4" }, { length: "4" }],
    ["keeps its type", { "Content-Type": "a/b" }, { contentType: "a/b" }],
  ])("%s", async (_, headers, seen) => {
    const { url } = await aServer(echo);
    const { stream } = aSource([Buffer.from("ab"), Buffer.alloc(0), Buffer.from("cd")]);
    expect((await call(url, { method: "POST", headers, body: stream })).body).toMatchObject({ ...seen, body: "abcd" });
  });

  test("may be empty", async () => {
    const { url } = await aServer(echo);
    expect((await call(url, { method: "PUT", body: aSource([]).stream })).body).toMatchObject({ body: "" });
    const headers = { "content-length": "0" };
    expect((await call(url, { method: "PUT", headers, body: aSource([]).stream })).body).toMatchObject({ body: "" });
  });

  /** A provider that reports how each request ended. */
  const aJudge = async (limits: Limits = {}) => {
    const verdict = Promise.withResolvers<string>();
    const { url } = await aServer((request, response) => {
      request.on("error", () => {}).on("close", () => verdict.resolve(request.complete ? "whole" : "aborted"));
      request.resume().on("end", () => response.end());
    }, limits);
    return { url, verdict: verdict.promise };
  };

  test.each<[string, (Buffer | Error)[], Record<string, string>, object]>([
    ["dies", [Buffer.from("ab"), new Error("gone")], {}, { kind: "badGateway" }],
    [
      "refuses",
      [Buffer.from("ab"), new Failure("timedOut", "too slow")],
      {},
      { kind: "timedOut", message: "too slow" },
    ],
    ["is shorter than announced", [Buffer.from("ab")], { "content-length": "4" }, { kind: "badRequest" }],
    [
      "is longer than announced",
      [Buffer.from("ab"), Buffer.from("cde")],
      { "content-length": "4" },
      { kind: "badRequest" },
    ],
    ["is larger than may be sent", [Buffer.alloc(600), Buffer.alloc(600)], {}, { kind: "tooLarge" }],
  ])("aborts when its source %s half way, and never finishes short (E20)", async (_, chunks, headers, expected) => {
    const judge = await aJudge({ streamBytes: 1000 });
    const failure = await failureOf(call(judge.url, { method: "POST", headers, body: aSource(chunks).stream }));
    expect(failure).toMatchObject({ name: "Failure", ...expected });
    expect(isOutcomeUnknown(failure)).toBe(false);
    expect(await judge.verdict).toBe("aborted");
  });

  test.each<[string, RequestListener, object | string]>([
    [
      "cuts the connection",
      (request) => void request.once("data", () => request.socket.destroy()),
      { kind: "badGateway" },
    ],
    ["answers with an error", (_, response) => void response.writeHead(413).end("too much"), "too much"],
    [
      "answers as if it had all",
      (_, response) => void response.writeHead(200, { "content-type": "text/plain" }).end("thanks"),
      { kind: "badGateway" },
    ],
  ])("to a provider that %s early cancels its source (E20)", async (_, response, expected) => {
    const { url } = await aServer(response);
    const source = aSource([Buffer.alloc(1000), "silence"]);
    const calling = call(url, { method: "POST", body: source.stream });
    if (typeof expected === "string") expect(await calling).toMatchObject({ code: 413, body: expected });
    else expect(await failureOf(calling)).toMatchObject(expected);
    expect(source.state.cancelled).toBe(true);
  });

  test("ends with the signal, source and connection", async () => {
    const judge = await aJudge();
    const source = aSource([Buffer.from("ab"), "silence"]);
    const controller = new AbortController();
    const calling = failureOf(call(judge.url, { method: "POST", body: source.stream }, controller.signal));
    await expect.poll(() => source.state.read).toBe(1);
    controller.abort(new Error("enough"));
    expect(await calling).toBe(controller.signal.reason);
    expect(source.state.cancelled).toBe(true);
    expect(await judge.verdict).toBe("aborted");
  });

  test("is cancelled when there is no connection", async () => {
    const { url } = await aJudge();
    closing.pop();
    const source = aSource([Buffer.from("ab")]);
    const port = new URL(url).port;
    expect(
      await failureOf(
        call(`http://127.0.0.1:${port === "1024" ? 1025 : 1024}/`, { method: "POST", body: source.stream }),
      ),
    ).toMatchObject({ kind: "badGateway" });
    expect(source.state).toEqual({ cancelled: true, read: 0 });
    await egress.close();
  });

  test("that brings a byte now and then outlasts every idle limit", async () => {
    const { url } = await aServer(echo, { headersMs: 200, bodyIdleMs: 200, totalMs: 5000 });
    async function* slow() {
      for (const letter of "slowly") {
        await pause(150);
        yield Buffer.from(letter);
      }
    }
    expect((await call(url, { method: "POST", body: slow() })).body).toMatchObject({ body: "slowly" });
  });

  test("leaves no faster than the provider takes it", async () => {
    let read = 0;
    async function* endless() {
      for (; read < 2 ** 28; read += 65_536) yield Buffer.alloc(65_536);
    }
    const { url } = await aServer(() => {}, { headersMs: 1500 });
    expect(await failureOf(call(url, { method: "POST", body: endless() }))).toMatchObject({ kind: "timedOut" });
    expect(read).toBeLessThan(2 ** 25);
  });
});

test("a GET whose kept-alive connection broke is made again", async () => {
  let requests = 0;
  const { url } = await aProvider((socket) => {
    requests++;
    if (requests % 2) socket.write(http("", "a"));
    else socket.resetAndDestroy();
  });
  await bytesOf((await call(url)).stream);
  expect(await call(url)).toMatchObject({ code: 200 });
  expect(isOutcomeUnknown(await failureOf(call(url, { method: "POST" })))).toBe(true);
});

test("a file that is passed on from one provider to another keeps memory flat (E20)", async () => {
  const { url: source } = await aServer((request, response) => {
    let left = Number(request.url?.slice(1));
    response.writeHead(200, { "content-type": "application/zip", "content-length": left });
    const chunk = Buffer.alloc(65_536);
    const more = () => {
      while (left > 0) {
        left -= chunk.length;
        if (!response.write(chunk)) return;
      }
      response.end();
    };
    response.on("drain", more);
    more();
  });
  const { url: target } = await aServer((request, response) => {
    let received = 0;
    request.on("data", (chunk) => {
      received += chunk.length;
    });
    request.on("end", () => response.setHeader("content-type", "application/json").end(String(received)));
  });
  const pass = async (size: number) => {
    const { stream, headers } = await call(`${source}/${size}`);
    const length = headers["content-length"] ?? "";
    const upload = { method: "PUT", body: stream, headers: { "content-length": length } };
    expect(await call(target, upload)).toMatchObject({ code: 200, body: size });
  };
  await pass(2 ** 27);
  const before = process.memoryUsage().rss;
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 10);
  await pass(2 ** 28);
  clearInterval(watch);
  // Both servers of the test are in this process, with what the collector has not taken back yet.
  expect(most - before).toBeLessThan(2 ** 27);
});
