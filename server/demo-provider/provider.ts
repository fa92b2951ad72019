import { randomUUID } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { CUSTOMERS } from "./customers.ts";

/** What the provider received, newest last. `GET /ledger` shows it, so that a test can count what arrived. */
export type Received = {
  at: string;
  method: string;
  path: string;
  idempotencyKey: string | null;
  body: unknown;
  status: number;
};

type Call = {
  method: string;
  url: URL;
  headers: IncomingHttpHeaders;
  body: unknown;
  /** What the pattern's group matched. */
  id: string;
};
type Reply = { status: number; body?: unknown; headers?: Record<string, string> };
type Order = Record<string, unknown> & { id: string };

const LEDGER_LENGTH = 10_000;
const LONGEST_WAIT_MS = 120_000;
const LARGEST_BODY_BYTES = 10_000_000;

/**
 * A small shop with an API like many: customers to read, orders to make, and dials for what goes wrong with providers
 * (`/status/{code}`, `/slow?ms=`). A POST with an Idempotency-Key it knows is answered as before and made once.
 * It remembers until it ends.
 */
export function createDemoProvider(): Server {
  const orders = new Map<string, Order>();
  const answered = new Map<string, Reply>();
  const ledger: Received[] = [];

  const routes: [method: string, path: RegExp, answer: (call: Call) => Reply | Promise<Reply>][] = [
    ["GET", /^\/(?:readyz)?$/, () => ok({ status: "ok" })],
    ["GET", /^\/customers$/, () => ok(CUSTOMERS)],
    ["GET", /^\/customers\/([^/]+)$/, ({ id }) => found(CUSTOMERS.find((customer) => customer.id === id))],
    ["GET", /^\/orders$/, () => ok([...orders.values()])],
    ["GET", /^\/orders\/([^/]+)$/, ({ id }) => found(orders.get(id))],
    ["POST", /^\/orders$/, placeOrder],
    ["*", /^\/echo$/, ({ method, url, headers, body }) => ok({ method, query: query(url), headers, body })],
    ["*", /^\/status\/([2-5]\d\d)$/, ({ id }) => ({ status: Number(id), body: { message: `You asked for ${id}.` } })],
    ["*", /^\/slow$/, slow],
    ["GET", /^\/ledger$/, () => ok(ledger)],
    ["DELETE", /^\/ledger$/, () => ({ status: 204, body: void ledger.splice(0) })],
  ];

  function placeOrder({ body, headers }: Call): Reply {
    const key = keyOf(headers);
    const before = key === null ? undefined : answered.get(key);
    if (before) return { ...before, headers: { "idempotent-replayed": "true" } };
    if (body === null || typeof body !== "object" || Array.isArray(body)) {
      return { status: 400, body: { message: "An order is a JSON object." } };
    }
    const order = { ...body, id: randomUUID(), status: "received", createdAt: new Date().toISOString() };
    orders.set(order.id, order);
    const reply = { status: 201, body: order };
    if (key !== null) answered.set(key, reply);
    return reply;
  }

  async function answer(request: IncomingMessage): Promise<Reply> {
    const url = new URL(request.url ?? "/", "http://provider");
    const method = request.method ?? "GET";
    const body = await readBody(request);
    const call = { method, url, headers: request.headers, body };
    const reply = await route(call);
    if (!["/ledger", "/readyz"].includes(url.pathname)) {
      const at = new Date().toISOString();
      const path = url.pathname + url.search;
      ledger.push({ at, method, path, idempotencyKey: keyOf(request.headers), body, status: reply.status });
      if (ledger.length > LEDGER_LENGTH) ledger.shift();
    }
    return reply;
  }

  function route(call: Omit<Call, "id">): Reply | Promise<Reply> {
    for (const [method, path, respond] of routes) {
      const match = path.exec(call.url.pathname);
      if (match && (method === "*" || method === call.method)) return respond({ ...call, id: match[1] ?? "" });
    }
    return { status: 404, body: { message: `There is no ${call.method} ${call.url.pathname}.` } };
  }

  return createServer((request, response) => {
    void answer(request)
      .catch((error: Error) => ({ status: 400, body: { message: error.message }, headers: {} }))
      .then(({ status, body, headers }: Reply) => {
        response.writeHead(status, { "content-type": "application/json", ...headers });
        response.end(body === undefined ? undefined : JSON.stringify(body));
      });
  });
}

const ok = (body: unknown): Reply => ({ status: 200, body });
const found = (body: unknown): Reply =>
  body === undefined ? { status: 404, body: { message: "There is no such record." } } : ok(body);
const query = (url: URL) => Object.fromEntries(url.searchParams);

async function slow({ url }: Call): Promise<Reply> {
  const ms = Math.min(Number(url.searchParams.get("ms") ?? 1000) || 0, LONGEST_WAIT_MS);
  await sleep(ms);
  return ok({ waitedMs: ms });
}

function keyOf(headers: IncomingHttpHeaders): string | null {
  const key = headers["idempotency-key"];
  return typeof key === "string" ? key : null;
}

/** JSON as its value, other text as text, nothing as null. */
async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LARGEST_BODY_BYTES) throw new Error("The body is too large.");
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString("utf8");
  if (text === "") return null;
  return request.headers["content-type"]?.includes("json") ? JSON.parse(text) : text;
}
