import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { mapValues } from "lodash";
import pino from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { createApi } from "./app.ts";
import { LARGEST_IMAGE } from "./endpoints/organization.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { createListener } from "./listener.ts";
import { guardScreens } from "./screen-requests.ts";
import { FORMS } from "./trpc/forms.ts";
import { lingerOnUnreadBody } from "./unread-body.ts";

const MB = 1024 * 1024;
const lines: string[] = [];
const log = pino({ level: "trace" }, { write: (line: string) => void lines.push(line) });
/** The requests that reached the handler behind the guard. */
const reached: string[] = [];

const MINUTE = 60_000;
/** Only one limit of each is reached, however slow the machine is. */
const LIMITS = {
  patient: { silentMs: MINUTE, totalMs: MINUTE },
  noSilence: { silentMs: 100, totalMs: MINUTE },
  noLength: { silentMs: MINUTE, totalMs: 500 },
};

let api: TestApi;
const servers: Server[] = [];
let ports: Record<keyof typeof LIMITS, number>;
let port: number;
beforeAll(async () => {
  api = await anApi();
  const handleApi = createListener(createApi(api.app, { endpoints: ENDPOINTS }));
  ports = mapValues(LIMITS, (limits) => serve(handleApi, limits));
  port = ports.patient;
});
afterAll(async () => {
  for (const server of servers) server.closeAllConnections();
  for (const server of servers) server.close();
  await api.close();
});
beforeEach(() => {
  reached.length = 0;
  lines.length = 0;
});

function serve(handleApi: RequestListener, limits: (typeof LIMITS)["patient"]): number {
  const screens = guardScreens(
    async (request, response) => {
      const parts = [];
      for await (const part of request) parts.push(part);
      const text = Buffer.concat(parts).toString();
      reached.push(`${request.method} ${request.url} ${text.length}`);
      response.setHeader("content-type", "text/plain").end(text.slice(0, 100));
    },
    { log, publicUrl: "http://formulary.test", ...limits },
  );
  const listener: RequestListener = (request, response) => {
    lingerOnUnreadBody(request, response);
    return request.url?.startsWith("/elements/") ? handleApi(request, response) : screens(request, response);
  };
  const server = createServer(listener).listen(0);
  servers.push(server);
  return (server.address() as AddressInfo).port;
}

type Write = (send: (text: string | Buffer) => Promise<void>) => Promise<void>;

/** Sends bytes as they are, and reads only after all were sent, as a simple client does. */
async function raw(
  head: string,
  write: Write = async () => {},
  to: number = port,
): Promise<{ status: number; body: string }> {
  const socket = connect(to, "127.0.0.1");
  const failure = new Promise<never>((_, reject) => socket.once("error", reject));
  failure.catch(() => {});
  const send = (text: string | Buffer) =>
    Promise.race([new Promise<void>((resolve) => socket.write(text, () => resolve())), failure]);
  await send(`${head.replaceAll("\n", "\r\n")}\r\n\r\n`);
  await write(send);
  let text = "";
  const responded = new Promise<void>((resolve) => {
    socket.on("data", (part) => {
      text += part;
      const [before = "", after = ""] = text.split("\r\n\r\n");
      if (after.length >= Number(/content-length: (\d+)/i.exec(before)?.[1] ?? Number.NaN)) resolve();
    });
    socket.once("close", () => resolve());
  });
  await Promise.race([responded, failure]);
  socket.destroy();
  return { status: Number(text.split(" ")[1]), body: text.split("\r\n\r\n")[1] ?? "" };
}

const TRPC = "POST /api/trpc/formula.create HTTP/1.1\nHost: x\nContent-Type: application/json";
const AUTH = "POST /api/auth/callback/credentials HTTP/1.1\nHost: x\nContent-Type: application/json";
const API = "POST /elements/api-v2/authentication HTTP/1.1\nHost: x\nContent-Type: application/json";
const chunk = Buffer.alloc(MB, "a");
const framed = Buffer.concat([Buffer.from("100000\r\n"), chunk, Buffer.from("\r\n")]);
const megabytes =
  (count: number, isChunked = false): Write =>
  async (send) => {
    for (let i = 0; i < count; i++) await send(isChunked ? framed : chunk);
    if (isChunked) await send("0\r\n\r\n");
  };

const refusal = (message: string) => ({
  message: expect.stringContaining(message),
  requestId: expect.stringMatching(/^[0-9a-f]{24}$/),
});

describe("bodies that are too large", () => {
  test.each([
    ["a screen's call", TRPC, "9216 KB"],
    ["a sign-in", AUTH, "64 KB"],
    ["a page", "POST /formulas HTTP/1.1\nHost: x", "64 KB"],
    ["a call of the API", API, "16 KB"],
  ])("%s is 413, and a client that sends all of it first reads that", async (_, head, limit) => {
    const before = process.memoryUsage.rss();
    for (const [length, write] of [
      [`Content-Length: ${60 * MB}`, megabytes(60)],
      ["Transfer-Encoding: chunked", megabytes(60, true)],
      [`Content-Length: ${60 * MB}`, megabytes(60)],
      ["Transfer-Encoding: chunked", megabytes(60, true)],
    ] as const) {
      const { status, body } = await raw(`${head}\n${length}`, write);
      expect(status).toBe(413);
      expect(JSON.parse(body)).toEqual(refusal(limit));
    }
    expect(process.memoryUsage.rss() - before).toBeLessThan(160 * MB);
    expect(reached).toEqual([]);
  });

  test("a fetch reads it too", async () => {
    const sent = { method: "POST", headers: { "content-type": "application/json" }, body: Buffer.alloc(20 * MB, "a") };
    for (const path of ["/api/trpc/formula.create", "/elements/api-v2/authentication"]) {
      const reply = await fetch(`http://127.0.0.1:${port}${path}`, sent);
      expect(reply.status).toBe(413);
      expect(await reply.json()).toEqual(refusal("KB"));
    }
  });
});

describe("bodies that come slowly", () => {
  test("silence is 408", async () => {
    const { status, body } = await raw(`${TRPC}\nContent-Length: 100`, (send) => send('{"a"'), ports.noSilence);
    expect(status).toBe(408);
    expect(JSON.parse(body)).toEqual(refusal("paused for 0.1 seconds"));
  });

  test("a chunked body that never ends is 408, however steadily it comes", async () => {
    let isOver = false;
    const steadily: Write = async (send) => {
      for (let i = 0; i < 12 && !isOver; i++) {
        await send("1\r\n \r\n");
        await pause(50);
      }
    };
    const { status, body } = await raw(`${TRPC}\nTransfer-Encoding: chunked`, steadily, ports.noLength);
    isOver = true;
    expect(status).toBe(408);
    expect(JSON.parse(body)).toEqual(refusal("within 0.5 seconds"));
  });

  test("a body that is shorter than announced is 408", async () => {
    const { status } = await raw(`${AUTH}\nContent-Length: 50`, (send) => send("{}"), ports.noSilence);
    expect(status).toBe(408);
  });

  test("does not parse bytes beyond the announced length as a second request", async () => {
    const { status } = await raw(`${TRPC}\nContent-Length: 2`, (send) => send(`{}${"x".repeat(100)}`));
    expect([200, 400]).toContain(status);
    expect(reached.filter((line) => line !== "POST /api/trpc/formula.create 2")).toEqual([]);
  });
});

describe("malformed requests", () => {
  const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
  const json = { "content-type": "application/json" };
  const cases: [what: string, path: string, init: RequestInit, status: number][] = [
    ["deep JSON", "/api/trpc/formula.create", { method: "POST", headers: json, body: deep }, 400],
    ["deep JSON in the address", `/api/trpc/formula.read?input=${"[".repeat(5000)}`, {}, 400],
    ["text that is no JSON", "/api/trpc/formula.create", { method: "POST", headers: json, body: "{canary" }, 400],
    ["a number beyond all", "/api/trpc/formula.create", { method: "POST", headers: json, body: "[1e999]" }, 400],
    ["a thousand calls at once", `/api/trpc/${"formula.list,".repeat(1000)}x?batch=1`, {}, 400],
    [
      "deep JSON",
      "/api/auth/callback/credentials",
      { method: "POST", headers: json, body: deep.slice(0, 60_000) },
      400,
    ],
    ["no JSON", "/api/auth/callback/credentials", { method: "POST", headers: json, body: "canary" }, 400],
    ["null", "/api/auth/signin/oidc", { method: "POST", headers: json, body: "null" }, 400],
    [
      "fields within fields",
      "/api/auth/signin/oidc",
      { method: "POST", headers: json, body: '{"username":{"a":1}}' },
      400,
    ],
    ["a list", "/api/auth/signin/oidc", { method: "POST", headers: json, body: '{"callbackUrl":["/runs"]}' }, 400],
    ["a way back that is none", "/api/auth/signin?callbackUrl=canary:", {}, 400],
    ["a cookie that is none", "/api/auth/session", { headers: { cookie: "next-auth.callback-url=%E0%A4%A" } }, 400],
    ["another action", "/api/auth/_log", { method: "POST", headers: json, body: '{"code":"canary"}' }, 404],
    ["the sign-in of a program", "/api/auth/__proto__", {}, 404],
  ];
  test.each(cases)("%s to %s is refused before Next, and none of it is logged", async (_, path, init, status) => {
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, init);
    expect(reply.status).toBe(status);
    expect(await reply.json()).toEqual(refusal(""));
    expect([reached, lines]).toEqual([[], []]);
  });

  test("an address that is none is 400", async () => {
    expect((await raw("GET http://[ HTTP/1.1\nHost: x")).status).toBe(400);
  });
});

describe("passes valid requests on", () => {
  test.each([
    ["/api/trpc/formula.list?batch=1&input=%7B%7D", {}],
    ["/api/auth/csrf", {}],
    ["/api/auth/callback/oidc?code=a&state=b", {}],
    ["/api/auth/signin?callbackUrl=http%3A%2F%2Flocalhost%3A3000%2Fruns", {}],
    ["/home", {}],
    ["/formulas/1?x=%E0%A4%A", {}],
  ])("GET %s", async (path, init) => {
    expect((await fetch(`http://127.0.0.1:${port}${path}`, init)).status).toBe(200);
    expect(reached).toEqual([`GET ${path} 0`]);
  });

  test("with a body of 8 MB, whole, on a connection that stays", async () => {
    const body = JSON.stringify("a".repeat(8 * MB));
    const sent = { method: "POST", headers: { "content-type": "application/json" }, body };
    const reply = await fetch(`http://127.0.0.1:${port}/api/trpc/formula.create`, sent);
    expect([reply.status, reply.headers.get("connection")]).toEqual([200, "keep-alive"]);
    expect(await reply.text()).toBe(body.slice(0, 100));
    expect(reached).toEqual([`POST /api/trpc/formula.create ${body.length}`]);
  });

  test.each(Object.keys(FORMS))("with a file for %s", async (path) => {
    const body = new FormData();
    body.append("file", new Blob(["a".repeat(LARGEST_IMAGE)]), "a.png");
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, { method: "POST", body });
    expect([reply.status, reached.length]).toEqual([200, 1]);
  });

  test("with the form of the sign-in page", async () => {
    const body = new URLSearchParams({ username: "a", password: "b", callbackUrl: "http://localhost:3000/sign-in" });
    const reply = await fetch(`http://127.0.0.1:${port}/api/auth/callback/credentials`, { method: "POST", body });
    expect(reply.status).toBe(200);
  });
});
