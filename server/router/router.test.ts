import { once } from "node:events";
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from "node:http";
import type { AddressInfo } from "node:net";
import pino from "pino";
import { afterEach, expect, test } from "vitest";
import { parseTrustProxy } from "#server/client-address.ts";
import { LOOKUP_PATH, type RoutingKey } from "#server/routing-key.ts";
import { openCell, secretWatch } from "./cells.ts";
import { createRouter } from "./router.ts";

const CELL_KEY = "a key of at least thirty-two characters";
const API = "/elements/api-v2";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listening(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

type Known = (key: RoutingKey) => unknown;
type FakeCell = { url: string; lookups: RoutingKey[]; requests: IncomingMessage[] };

/** A cell that knows what `knows` says, and handles all other requests with `handle`. */
async function aCell(knows: Known, handle: RequestListener = (_, response) => response.end("ok")): Promise<FakeCell> {
  const cell: FakeCell = { url: "", lookups: [], requests: [] };
  cell.url = await listening(async (request, response) => {
    if (request.url !== LOOKUP_PATH) {
      cell.requests.push(request);
      return handle(request, response);
    }
    const key = JSON.parse(await textOf(request)) as RoutingKey;
    cell.lookups.push(key);
    const found = await knows(key);
    if (typeof found === "number") return response.writeHead(found).end();
    const result = typeof found === "object" ? found : { isKnown: found === true };
    response.end(JSON.stringify({ ...result, sessionSecret: "the same" }));
  });
  return cell;
}

async function aRouter(
  urls: string[],
  { trust = "off", publicUrl = "https://formulary.example" } = {},
): Promise<string> {
  const cells = urls.map((url, index) =>
    openCell({ name: `c${index + 1}`, url, cellKey: CELL_KEY, onSilence: () => {} }),
  );
  return listening(createRouter({ cells, publicUrl, trust: parseTrustProxy(trust), log: pino({ level: "silent" }) }));
}

async function textOf(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts).toString();
}

const user = (secret: string) => ({ authorization: `User ${secret}, Organization o` });
const noCell = "http://127.0.0.1:1";

test("bodies pass in both directions as they arrive", async () => {
  const cell = await aCell(
    () => true,
    async (request, response) => {
      for await (const part of request) response.write(`<${part}>`);
      response.end();
    },
  );
  const router = await aRouter([cell.url, (await aCell(() => false)).url]);
  const sent = httpRequest(`${router}${API}/hubs/files/upload`, { method: "POST", headers: user("u") });
  sent.write("one");
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  expect(String((await once(response, "data"))[0])).toBe("<one>");
  sent.write("two");
  expect(String((await once(response, "data"))[0])).toBe("<two>");
  sent.end();
  expect(await textOf(response)).toBe("");
});

test("headers of a stream pass before its first byte, and its end when the client leaves", async () => {
  let left: Promise<unknown> | undefined;
  const cell = await aCell(
    () => true,
    (_, response) => {
      left = once(response, "close");
      response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
    },
  );
  const leave = new AbortController();
  const reply = await fetch(`${await aRouter([cell.url])}/api/live`, { signal: leave.signal });
  expect(reply.headers.get("content-type")).toBe("text/event-stream");
  leave.abort();
  await left;
});

test("large bodies pass whole, and slowly read ones wait in the cell", async () => {
  const size = 64 * 1024 * 1024;
  let written = 0;
  const cell = await aCell(
    () => true,
    (_, response) => {
      const chunk = Buffer.alloc(1024 * 1024, 7);
      const more = () => {
        while (written < size) {
          written += chunk.length;
          if (!response.write(chunk)) return void response.once("drain", more);
        }
        response.end();
      };
      more();
    },
  );
  const sent = httpRequest(`${await aRouter([cell.url])}/docs/large`).end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  const seen: number[] = [];
  await expect.poll(() => seen.push(written) > 1 && seen.at(-1) === seen.at(-2), { interval: 50 }).toBe(true);
  expect(written).toBeLessThan(size / 2);
  let read = 0;
  for await (const part of response) read += (part as Buffer).length;
  expect(read).toBe(size);
});

test("a refusal that arrives before the body was sent reaches the client", async () => {
  const cell = await aCell(
    () => true,
    (request, response) => {
      response.writeHead(413, { "content-length": 3 }).end("no!");
      request.resume();
    },
  );
  const body = Buffer.alloc(8 * 1024 * 1024);
  const reply = await fetch(`${await aRouter([cell.url])}${API}/formulas`, {
    method: "POST",
    body,
    headers: user("u"),
  });
  expect([reply.status, await reply.text()]).toEqual([413, "no!"]);
});

test("A25: headers of a connection, and what the client says about itself, stay behind", async () => {
  const cell = await aCell(
    () => true,
    (_, response) => {
      response.setHeader("set-cookie", ["a=1", "b=2"]);
      response.writeHead(200, { "x-hop": "1", connection: "x-hop, keep-alive", "formulary-elsewhere": "a@x.test" });
      response.end();
    },
  );
  const router = await aRouter([cell.url]);
  const sent = httpRequest(`${router}/docs?a=%2F`, {
    headers: {
      host: "formulary.example",
      connection: "x-mine, host, keep-alive",
      "x-mine": "1",
      "x-forwarded-for": "9.9.9.9",
      "x-forwarded-host": "evil.example",
      forwarded: "for=9.9.9.9",
      "formulary-cell-signature": "1.2",
      te: "trailers",
    },
  }).end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  expect(response.headers).toMatchObject({ "set-cookie": ["a=1", "b=2"] });
  expect(response.headers).not.toHaveProperty("x-hop");
  expect(response.headers).not.toHaveProperty("formulary-elsewhere");
  const { headers, url } = cell.requests[0] as IncomingMessage;
  expect(url).toBe("/docs?a=%2F");
  expect(headers).toEqual({
    host: "formulary.example",
    connection: "keep-alive",
    "x-forwarded-for": "127.0.0.1",
    "x-forwarded-host": "formulary.example",
    "x-forwarded-proto": "https",
  });
});

test.each([
  ["HEAD", 200],
  ["GET", 304],
  ["DELETE", 204],
])("a response to %s without a body passes with its headers", async (method, status) => {
  const cell = await aCell(
    () => true,
    (_, response) =>
      response.writeHead(status, { etag: '"1"', ...(status === 200 && { "content-length": "5" }) }).end(),
  );
  const reply = await fetch(`${await aRouter([cell.url])}/docs/x`, { method });
  expect([reply.status, reply.headers.get("etag"), await reply.text()]).toEqual([status, '"1"', ""]);
  expect(reply.headers.get("content-length")).toBe(status === 200 ? "5" : null);
  expect(cell.requests[0]?.method).toBe(method);
});

test("a trusted proxy in front names the client", async () => {
  const cell = await aCell(() => true);
  const router = await aRouter([cell.url], { trust: "1" });
  await fetch(`${router}/docs`, { headers: { "x-forwarded-for": "9.9.9.9, 8.8.8.8" } });
  expect(cell.requests[0]?.headers["x-forwarded-for"]).toBe("8.8.8.8");
});

test("a cell is looked up once for many requests, and unknown secrets again after a moment", async () => {
  const cells = [await aCell(() => false), await aCell((key) => key.kind === "stored")];
  const router = await aRouter(cells.map(({ url }) => url));
  const ask = () => fetch(`${router}${API}/formulas`, { headers: user("u") }).then(({ status }) => status);
  await Promise.all([ask(), ask(), ask()]);
  await ask();
  expect(cells.map(({ lookups, requests }) => [lookups.length, requests.length])).toEqual([
    [1, 0],
    [1, 4],
  ]);
  expect(JSON.stringify(cells[0]?.lookups)).not.toContain('"u"');
});

test("a secret that one cell knows does not wait for a cell that is frozen", async () => {
  const frozen = await aCell(() => new Promise(() => {}));
  const cell = await aCell(() => true);
  const router = await aRouter([frozen.url, cell.url]);
  expect((await fetch(`${router}${API}/formulas`, { headers: user("u") })).status).toBe(200);
  expect(cell.requests).toHaveLength(1);
});

test.each([
  ["has another key", async () => (await aCell(() => 404)).url],
  ["is down", async () => noCell],
  ["does not reach its database", async () => (await aCell(() => 503)).url],
])("nothing is sent to a cell by chance while one that may have it %s", async (_, url) => {
  const cell = await aCell(() => false);
  const router = await aRouter([cell.url, await url()]);
  for (const path of ["/formulas", "/events/acme/1", "/events/acme/1.signature"]) {
    const reply = await fetch(`${router}${API}${path}`, { headers: path === "/formulas" ? user("u") : {} });
    expect([path, reply.status]).toEqual([path, 503]);
  }
  expect(cell.requests).toHaveLength(0);
});

test("an unsigned id that one cell knows is not sent there while another is silent", async () => {
  const cell = await aCell(() => true);
  const router = await aRouter([cell.url, noCell]);
  expect((await fetch(`${router}${API}/events/acme/1`)).status).toBe(503);
  expect((await fetch(`${router}${API}/events/acme/1.signature`)).status).toBe(200);
  expect(cell.requests).toHaveLength(1);
});

test("pages and descriptions that every cell has come from a cell that responds", async () => {
  const cell = await aCell(() => false);
  const router = await aRouter([noCell, cell.url]);
  for (const path of ["/sign-in", "/docs", `${API}/openapi.json`, "/_next/static/a.js"])
    expect([path, (await fetch(`${router}${path}`)).status]).toEqual([path, 200]);
  const headers = { cookie: "formulary_cell=c1" };
  expect((await fetch(`${router}/sign-in`, { headers })).status).toBe(200);
  expect((await fetch(`${router}/home`, { headers })).status).toBe(503);
  // A session from before there were cells.
  expect((await fetch(`${router}/home`, { headers: { cookie: "next-auth.session-token=x" } })).status).toBe(503);
});

const signingIn =
  (status: number): RequestListener =>
  (_, response) => {
    const headers = status === 200 ? { "set-cookie": "__Secure-next-auth.session-token=x; Path=/" } : {};
    response.writeHead(status, headers).end("{}");
  };
const credentials = (router: string) =>
  fetch(`${router}/api/auth/callback/credentials`, {
    method: "POST",
    body: new URLSearchParams({ username: "ada@x.test", password: "p" }),
  });

test("a browser remembers the cell where it signed in", async () => {
  const cells = [await aCell(() => false), await aCell(() => ({ isKnown: true, since: 5 }), signingIn(200))];
  const reply = await credentials(await aRouter(cells.map(({ url }) => url)));
  expect(reply.headers.getSetCookie()).toEqual([
    "__Secure-next-auth.session-token=x; Path=/",
    expect.stringMatching(/^formulary_cell=c2; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/),
  ]);
  expect(cells[1]?.requests[0]?.headers["content-length"]).toBe("32");
});

test("a person whom OpenID Connect verified, and another cell knows, begins again there", async () => {
  const refusing: RequestListener = (_, response) => {
    const headers = {
      location: "/sign-in?error=Unknown&callbackUrl=%2Fruns",
      "set-cookie": "state=",
      "formulary-elsewhere": "ada%40x.test",
    };
    response.writeHead(302, headers).end();
  };
  const known: Known = (key) => ({ isKnown: key.kind === "email" && key.email === "ada@x.test", since: 5 });
  for (const [knows, location, cookies] of [
    [known, "/sign-in?error=Elsewhere&callbackUrl=%2Fruns", ["state=", expect.stringMatching(/^formulary_cell=c2;/)]],
    [() => false, "/sign-in?error=Unknown&callbackUrl=%2Fruns", ["state="]],
  ] as const) {
    const cells = [await aCell(() => false, refusing), await aCell(knows)];
    const router = await aRouter(cells.map(({ url }) => url));
    const { headers } = await fetch(`${router}/api/auth/callback/oidc?code=1`, { redirect: "manual" });
    expect([headers.get("location"), headers.getSetCookie()]).toEqual([location, cookies]);
    expect(headers.has("formulary-elsewhere")).toBe(false);
  }
  // A formula that is an API endpoint may send any header.
  const cells = [await aCell(() => true, refusing), await aCell(known)];
  const router = await aRouter(cells.map(({ url }) => url));
  const reply = await fetch(`${router}${API}/my-formula`, { redirect: "manual", headers: user("u") });
  expect([reply.headers.get("location"), reply.headers.getSetCookie()]).toEqual([
    "/sign-in?error=Unknown&callbackUrl=%2Fruns",
    ["state="],
  ]);
});

test("a refused sign-in while a cell is silent says nothing about which addresses exist", async () => {
  for (const isKnown of [true, false]) {
    const cell = await aCell(() => ({ isKnown, since: 5 }), signingIn(401));
    const reply = await credentials(await aRouter([cell.url, noCell]));
    expect(cell.requests).toHaveLength(1);
    expect([reply.status, await reply.json()]).toEqual([
      503,
      expect.objectContaining({ url: expect.stringContaining("/sign-in?error=The%20user%20name") }),
    ]);
  }
  const cell = await aCell(() => ({ isKnown: true, since: 5 }), signingIn(401));
  expect((await credentials(await aRouter([cell.url]))).status).toBe(401);
});

test("a connection that the cell had closed is opened again for reads only", async () => {
  let count = 0;
  const cell = await aCell(
    () => true,
    (request, response) => (++count === 1 ? request.socket.destroy() : response.end("ok")),
  );
  const router = await aRouter([cell.url]);
  expect((await fetch(`${router}/docs`)).status).toBe(200);
  count = 0;
  const reply = await fetch(`${router}${API}/formulas`, { method: "POST", body: "{}", headers: user("u") });
  expect([reply.status, count]).toEqual([502, 1]);
});

test("a response that breaks off breaks off for the client as well", async () => {
  const cell = await aCell(
    () => true,
    (request, response) => {
      response.writeHead(200, { "content-length": 100 }).write("half");
      setTimeout(() => request.socket.destroy(), 20);
    },
  );
  const reply = await fetch(`${await aRouter([cell.url])}/docs`);
  await expect(reply.text()).rejects.toThrow();
});

test("requests without a path of ours are refused", async () => {
  const cell = await aCell(() => true);
  const router = await aRouter([cell.url]);
  const { hostname, port } = new URL(router);
  const sent = httpRequest({ hostname, port, path: "http://elsewhere.example/x" }).end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  expect(response.statusCode).toBe(400);
  for (const path of [
    "/metrics",
    "/metrics/x",
    "/livez",
    LOOKUP_PATH,
    "/cells/c9/elements/api-v2/formulas",
    "/cells/c1/metrics",
  ])
    expect([path, (await fetch(`${router}${path}`, { redirect: "manual" })).status]).toEqual([path, 404]);
  expect(cell.requests).toHaveLength(0);
});

test("a body that is too large to be read for its e-mail address is refused", async () => {
  const cell = await aCell(() => true);
  const router = await aRouter([cell.url]);
  const body = JSON.stringify({ username: "a@x.test", password: "x".repeat(20_000) });
  const reply = await fetch(`${router}${API}/authentication`, { method: "POST", body });
  expect([reply.status, cell.requests.length]).toEqual([413, 0]);
});

test("different secrets of sessions are reported once", () => {
  const reports: string[][] = [];
  const onSecret = secretWatch((names) => reports.push(names));
  for (const [cell, secret] of [
    ["one", "a"],
    ["two", "a"],
    ["one", "a"],
  ] as const)
    onSecret(cell, secret);
  expect(reports).toEqual([]);
  for (const secret of ["b", "b", "c"]) onSecret("two", secret);
  expect(reports).toEqual([["one", "two"]]);
});
