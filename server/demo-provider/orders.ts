import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { type Call, found, ok, type Reply, type Route } from "./call.ts";
import { CUSTOMERS } from "./customers.ts";

type Order = Record<string, unknown> & { id: string };

const LONGEST_WAIT_MS = 120_000;

/**
 * A small shop: customers to read, orders to create, and errors selected by the path alone (`/status/{code}`,
 * `/slow?ms=`). A POST with a known Idempotency-Key returns the earlier response and creates nothing.
 */
export function openOrders(now: () => Date): Route[] {
  const orders = new Map<string, Order>();
  const replies = new Map<string, Reply>();

  function placeOrder({ body, headers }: Call): Reply {
    const key = idempotencyKeyOf(headers);
    const before = key === null ? undefined : replies.get(key);
    if (before) return { ...before, headers: { "idempotent-replayed": "true" } };
    if (body === null || typeof body !== "object" || Array.isArray(body)) {
      return { status: 400, body: { message: "An order is a JSON object." } };
    }
    const order = { ...body, id: randomUUID(), status: "received", createdAt: now().toISOString() };
    orders.set(order.id, order);
    const reply = { status: 201, body: order };
    if (key !== null) replies.set(key, reply);
    return reply;
  }

  return [
    ["GET", "/customers", () => ok(CUSTOMERS)],
    ["GET", "/customers/{id}", ({ variables }) => ok(found(CUSTOMERS.find(({ id }) => id === variables.id)))],
    ["GET", "/orders", () => ok([...orders.values()])],
    ["GET", "/orders/{id}", ({ variables }) => ok(found(orders.get(variables.id ?? "")))],
    ["POST", "/orders", placeOrder],
    [
      "*",
      "/echo",
      ({ method, query, headers, body }) => ok({ method, query: Object.fromEntries(query), headers, body }),
    ],
    ["*", "/status/{code}", status],
    ["*", "/slow", slow],
  ];
}

function status({ variables: { code = "" } }: Call): Reply {
  if (!/^[2-5]\d\d$/.test(code)) return { status: 404, body: { message: "There is no such status." } };
  return { status: Number(code), body: { message: `You asked for ${code}.` } };
}

async function slow({ query }: Call): Promise<Reply> {
  const ms = Math.min(Number(query.get("ms") ?? 1000) || 0, LONGEST_WAIT_MS);
  await sleep(ms);
  return ok({ waitedMs: ms });
}

export function idempotencyKeyOf(headers: IncomingHttpHeaders): string | null {
  const key = headers["idempotency-key"];
  return typeof key === "string" ? key : null;
}
