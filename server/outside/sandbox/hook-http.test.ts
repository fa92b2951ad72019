import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createEgress, type Egress } from "../egress/egress.ts";
import { createSandbox, type RunningSandbox } from "./sandbox.ts";

/** `require('http')` and `require('https')` of hooks, against a real server through the real egress. */

const forever = new AbortController().signal;
const settings = { processes: 1, timeoutMs: 1_000, memoryMb: 64, requireJail: false, log: pino({ level: "silent" }) };

let sandbox: RunningSandbox;
let egress: Egress;
let base: string;
let port: number;
let received: { method?: string; url?: string; headers: Record<string, unknown>; body: string }[] = [];
const hanging = new Set<ServerResponse>();

async function respond(request: IncomingMessage, response: ServerResponse) {
  const { method, url, headers } = request;
  received.push({ ...(method && { method }), ...(url && { url }), headers, body: await text(request) });
  if (url === "/hang") return void hanging.add(response);
  if (url === "/large") return response.end("x".repeat(9 * 1024 * 1024));
  if (url === "/seven") return response.end("x".repeat(7 * 1024 * 1024));
  if (url === "/redirect") return response.writeHead(302, { location: `${base}/elsewhere` }).end();
  if (url === "/break") return request.socket.destroy();
  if (url === "/fail") return response.writeHead(500, { "content-type": "text/plain" }).end("no");
  if (url === "/nothing") return response.writeHead(204).end();
  response.writeHead(200, { "content-type": "application/json", "x-page": "2" });
  response.end(JSON.stringify({ id: 1, name: "é" }));
}
const server = createServer((request, response) => void respond(request, response));

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ({ port } = server.address() as AddressInfo);
  base = `http://127.0.0.1:${port}`;
  egress = createEgress({ allow: ["127.0.0.1"], connectMs: 1_000 });
  sandbox = await createSandbox({ ...settings, hooks: { timeoutMs: 2_000, processes: 2, http: egress.http } });
});
beforeEach(() => {
  received = [];
});
afterAll(async () => {
  await sandbox.close();
  server.closeAllConnections();
  server.close();
});

type Given = { origins?: readonly string[] | "any"; who?: string; isLegacy?: boolean; signal?: AbortSignal };

/** `base` and `port` are further names for hooks. */
const hook = (body: string, { origins = "any", who = "one", isLegacy = false, signal = forever }: Given = {}) =>
  sandbox.of(who).hook({ body, isLegacy, variables: { base, port }, origins }, signal);
async function valueFrom(body: string, given?: Given) {
  const result = await hook(body, given);
  return result.ok ? result.value : `error ${result.error}`;
}

const GET = (path: string, then: string) =>
  `require('http').get(base + '${path}', (res) => { ${then} }).on('error', (e) => done({ error: e.message, code: e.code }))`;
const READ =
  "let d = ''; res.setEncoding('utf8'); res.on('data', (c) => { d += c; }); res.on('end', () => done({ d }));";

describe("a call", () => {
  test("is made with options, written in parts and read in parts", async () => {
    const value = await valueFrom(`
      const http = require('http');
      const options = { hostname: '127.0.0.1', port, path: '/token?a=1', method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': 3, 'X-N': 5, 'X-None': undefined }, auth: 'u:p' };
      const req = http.request(options, (res) => {
        const chunks = [];
        res.on('data', (chunk) => chunks.push(chunk.toString()));
        res.on('end', () => done({ code: res.statusCode, type: res.headers['content-type'], page: res.headers['x-page'], body: JSON.parse(chunks.join('')) }));
      });
      req.on('error', (e) => done({ error: e.message }));
      req.write('grant=');
      req.write('é');
      req.end();`);
    expect(value).toEqual({ code: 200, type: "application/json", page: "2", body: { id: 1, name: "é" } });
    expect(received).toMatchObject([
      {
        method: "POST",
        url: "/token?a=1",
        headers: { authorization: "Basic dTpw", "x-n": "5", "content-length": "8" },
        body: "grant=é",
      },
    ]);
  });

  test.each<[string, string, unknown]>([
    ["get by address", GET("/a", READ), { d: '{"id":1,"name":"é"}' }],
    [
      "get by address and options",
      `require('http').get(base + '/b', { headers: { A: 'x' } }, (res) => done({ code: res.statusCode }))`,
      { code: 200 },
    ],
    [
      "https as http when the address says so",
      `require('https').get(base + '/c', (res) => done({ code: res.statusCode }))`,
      { code: 200 },
    ],
    [
      "the client chosen by a variable",
      `const client = require(base.startsWith('https') ? 'https' : 'http'); client.get(base, (res) => done({ code: res.statusCode }))`,
      { code: 200 },
    ],
    [
      "host with port",
      "require('http').get({ host: '127.0.0.1:' + port, path: '/d' }, (res) => done(res.statusCode))",
      200,
    ],
    ["a reply of any status", GET("/fail", "done(res.statusCode)"), 500],
    ["a redirect is a reply", GET("/redirect", "done([res.statusCode, typeof res.headers.location])"), [302, "string"]],
    ["a reply without a body", GET("/nothing", READ), { d: "" }],
    [
      "several, one after the other",
      `const http = require('http');
       const get = (path) => new Promise((resolve, reject) => http.get(base + path, (res) => { let d = ''; res.on('data', (c) => (d += c)); res.on('end', () => resolve(d)); }).on('error', reject));
       (async () => { const a = await get('/1'); const b = await get('/2'); done([a === b, JSON.parse(a).id]); })().catch((e) => done({ error: e.message }));`,
      [true, 1],
    ],
    [
      "several at once",
      `const http = require('http');
       Promise.all([1, 2, 3].map((n) => new Promise((resolve) => http.get(base + '/' + n, (res) => resolve(res.statusCode))))).then(done);`,
      [200, 200, 200],
    ],
    [
      "read by a loop",
      `require('http').get(base, async (res) => { let d = ''; for await (const c of res) d += c; done(JSON.parse(d).id); })`,
      1,
    ],
    [
      "as many as it may, all at once",
      `const http = require('http'); let n = 0; for (let i = 0; i < 20; i++) http.get(base, () => { if (++n === 20) done(n); });`,
      20,
    ],
    [
      "response as an event",
      `const req = require('http').request(base); req.on('response', (res) => done(res.statusCode)); req.end();`,
      200,
    ],
    ["what it returned meanwhile is no answer", `return ${GET("/x", "done({ late: true })")}`, { late: true }],
  ])("%s", async (_, body, value) => {
    expect(await valueFrom(body)).toEqual(value);
  });

  test("that nobody waits for is made all the same", async () => {
    expect(
      await valueFrom(`require('http').request(base + '/log', { method: 'POST' }).end('x'); done({ v: 1 })`),
    ).toEqual({ v: 1 });
    await expect.poll(() => received.map(({ url }) => url)).toEqual(["/log"]);
    expect(await valueFrom(GET("/next", READ))).toMatchObject({ d: expect.stringContaining("é") });
  });

  test.each<[string, string, Given, unknown]>([
    ["that breaks", GET("/break", ""), {}, { error: expect.any(String), code: "ECONNRESET" }],
    [
      "to a place that it may not call",
      GET("/a", "done(1)"),
      { origins: ["https://api.example.com"] },
      { error: expect.stringMatching(/^A hook may not call http:\/\/127/), code: "ECONNRESET" },
    ],
    [
      "to nonsense",
      "require('http').get({ host: '??', path: 'x' }, () => {}).on('error', (e) => done(e.message))",
      {},
      expect.any(String),
    ],
    [
      "with a header that cannot be sent",
      "require('http').get(base, { headers: { 'a\\nb': 'x' } }, () => {}).on('error', (e) => done(e.message))",
      {},
      expect.stringContaining("header"),
    ],
    [
      "with too large a reply",
      GET("/large", "done(1)"),
      {},
      { error: "The reply is larger than 8 MB.", code: "ECONNRESET" },
    ],
    [
      "that takes too long for it",
      `const req = require('http').request(base + '/hang', () => {}); let saw = '';
       req.setTimeout(100, () => { saw = 'timeout'; req.abort(); }); req.on('error', (e) => done([saw, e.message])); req.end();`,
      {},
      ["timeout", "socket hang up"],
    ],
  ])("%s is an error for its hook to handle", async (_, body, given, value) => {
    expect(await valueFrom(body, given)).toEqual(value);
  });

  test("gets no more than 32 MB with the other calls of its hook", async () => {
    const patient = await createSandbox({ ...settings, hooks: { timeoutMs: 25_000, http: egress.http } });
    const body = `for (let i = 0; i < 5; i++) require('http').get(base + '/seven', (res) => res.resume()).on('error', (e) => done(e.message));`;
    const result = await patient.hook({ body, isLegacy: false, variables: { base }, origins: "any" }, forever);
    expect(result).toMatchObject({ value: "The replies to this hook are larger than 32 MB together." });
    await patient.close();
  });

  test("goes to the origins that it may", async () => {
    expect(await valueFrom(GET("/a", "done(1)"), { origins: [base] })).toBe(1);
    expect(received).toHaveLength(1);
  });

  test("to a private address leaves nothing, whatever its origins are", async () => {
    const strict = createEgress();
    const guarded = await createSandbox({ ...settings, hooks: { http: strict.http } });
    const call = { body: GET("/a", "done(1)"), isLegacy: false, variables: { base }, origins: "any" as const };
    expect(await guarded.hook(call, forever)).toMatchObject({ value: { error: expect.any(String) } });
    expect(received).toEqual([]);
    await guarded.close();
  });
});

describe("a hook that calls", () => {
  test.each<[string, string, string]>([
    ["and does not listen to errors", "require('http').get(base + '/break', () => {})", expect.any(String)],
    [
      "and throws in its callback",
      `require('http').get(base, (res) => {\n res.on('end', () => {\n throw new Error('in callback'); }); })`,
      "in callback (line 3)",
    ],
    [
      "and throws where the reply begins",
      "require('http').get(base, () => null.x)",
      "TypeError: cannot read property 'x' of null (line 1)",
    ],
    ["and never answers", GET("/a", ""), expect.stringMatching(/^The hook timed out: it waits/)],
    ["and waits too long", GET("/hang", "done(1)"), "The hook timed out"],
    ["and loops in its callback", GET("/a", "for (;;) {}"), "The hook timed out"],
    [
      "and hangs its process in its callback",
      GET("/a", "Array.prototype.reverse.call({ length: 2 ** 53 - 1 })"),
      "The hook timed out",
    ],
    [
      "with too large a body",
      "require('http').request(base, { method: 'POST' }).end('x'.repeat(9e6))",
      "The body of a call can have 8 MB at most. (line 1)",
    ],
    [
      "and breaks what its own calls need",
      "const http = require('http'); JSON.parse = JSON.stringify = Promise.prototype.then = Map.prototype.get = Map.prototype.set = null; http.get(base, () => done(1))",
      expect.stringMatching(/not a function|The hook timed out/),
    ],
    [
      "more often than it may",
      "const http = require('http'); for (let n = 0; n < 21; n++) http.get(base + '/hang', () => {});",
      "A hook can make 20 HTTP calls at most. (line 1)",
    ],
  ])("%s fails, and the next one does not", async (_, body, error) => {
    expect(await hook(body)).toMatchObject({ ok: false, error });
    expect(await valueFrom(GET("/a", "done(1)"))).toBe(1);
  });

  test("legacy continues unchanged when it never responds", async () => {
    expect(await valueFrom(GET("/a", ""), { isLegacy: true })).toBe(undefined);
  });

  test("is made once, though its process is killed while it waits", async () => {
    const running = hook(GET("/hang", "done(1)"));
    await expect.poll(() => received.length).toBe(1);
    for (const pid of sandbox.pids()) process.kill(pid, "SIGKILL");
    expect(await running).toMatchObject({ ok: false, error: "The script engine stopped" });
    expect(received).toHaveLength(1);
    expect(await valueFrom(GET("/a", "done(1)"))).toBe(1);
  });

  test("ends at once when it is aborted, with its calls", async () => {
    const controller = new AbortController();
    const running = hook(GET("/hang", "done(1)"), { signal: controller.signal });
    await expect.poll(() => received.length).toBe(1);
    const [open] = [...hanging].slice(-1);
    const closed = new Promise((resolve) => open?.on("close", resolve));
    controller.abort(new Error("cancelled"));
    await expect(running).rejects.toThrow("cancelled");
    await closed;
  });

  test("holds up neither scripts nor hooks nor calls of others while it waits", async () => {
    const patient = await createSandbox({ ...settings, hooks: { timeoutMs: 25_000, processes: 2, http: egress.http } });
    const run = (body: string, who: string) =>
      patient.of(who).hook({ body, isLegacy: false, variables: { base }, origins: "any" }, forever);
    let ended = 0;
    const slow = Array.from({ length: 6 }, () => run(GET("/hang", "done(1)"), "flood").finally(() => ended++));
    await expect.poll(() => received.length).toBe(2);
    for (const who of ["flood", "quiet"]) expect(await run("done(1)", who)).toMatchObject({ value: 1 });
    expect(await run(GET("/a", "done(1)"), "quiet")).toMatchObject({ value: 1 });
    expect(ended).toBe(0);
    await Promise.all([patient.close(), Promise.allSettled(slow)]);
  });

  test("finds nothing of the one before it", async () => {
    const leave =
      "globalThis.left = 1; require('http').get = null; Promise.prototype.then = null; JSON.parse = null; done(1)";
    expect(await valueFrom(leave)).toBe(1);
    for (const who of ["one", "other"])
      expect(await valueFrom(GET("/a", `${READ.replace("{ d }", "{ d, left: typeof left }")}`), { who })).toMatchObject(
        {
          left: "undefined",
        },
      );
  });

  test("gets no reply that was another's", async () => {
    const requesting = (n: number) =>
      hook(GET(`/${n}`, "done(request_path)").replace("request_path", `${n}`), { who: `${n % 3}` });
    const values = await Promise.all(Array.from({ length: 12 }, (_, n) => requesting(n)));
    expect(values).toMatchObject(Array.from({ length: 12 }, (_, value) => ({ value })));
  });

  test("has neither module where nobody makes its calls", async () => {
    const alone = await createSandbox(settings);
    for (const name of ["http", "https"]) {
      const call = { body: `require('${name}')`, isLegacy: false, variables: {}, origins: "any" as const };
      expect(await alone.hook(call, forever)).toMatchObject({ error: `Cannot find module '${name}' (line 1)` });
    }
    await alone.close();
  });

  test("cannot be a script", async () => {
    const info = {
      formulaId: 1,
      formulaName: "",
      formulaInstanceId: 1,
      formulaInstanceName: "",
      formulaExecutionId: 1,
    };
    const context = { trigger: {}, steps: {}, config: {}, info };
    const script = await sandbox.run({ body: "require('http')", scriptEngine: "v2", context }, forever);
    expect(script).toMatchObject({ ok: false, error: "Cannot find module 'http'" });
  });

  test("is ended when the sandbox closes", async () => {
    const other = await createSandbox({ ...settings, hooks: { timeoutMs: 10_000, http: egress.http } });
    const call = { body: GET("/hang", "done(1)"), isLegacy: false, variables: { base }, origins: "any" as const };
    const running = other.hook(call, forever);
    await expect.poll(() => received.length).toBe(1);
    await Promise.all([running, other.close()]);
    expect(await running).toMatchObject({ ok: false });
    await expect(other.hook(call, forever)).rejects.toThrow("closed");
    expect(other.pids()).toEqual([]);
  });
});
