import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Customer } from "./customers.ts";
import type { Ledger } from "./ledger.ts";

const PATIENCE_MS = 60_000;
const AGAIN_MS = 300;

/** Statuses that ask the client to come back. */
const LATER = [408, 409, 429, 502, 503, 504];

type Work = {
  /** The time between two requests; none if the next one waits for this one. */
  everyMs: number;
  isSerial?: boolean;
  /** Resolves with a response if it was acknowledged. */
  send: (client: Client, n: number) => Promise<unknown>;
};

/** The requests of a customer's application. */
const WORK: Record<string, Work> = {
  runs: { everyMs: 200, send: (client, n) => start(client, "manual", n) },
  "runs that are waited for": {
    everyMs: 700,
    send: (client, n) => start(client, "manual", 1e6 + n, { prefer: "wait=5" }),
  },
  "runs in order": { everyMs: 300, isSerial: true, send: (client, n) => start(client, "ordered", n) },
  webhooks: {
    everyMs: 300,
    async send({ customer: { mark, shop }, ledger, acknowledged }, n) {
      const id = `${n} ${mark}`;
      const reply = await acknowledged("POST", `/events/${shop.key}/${shop.id}`, { body: { id } });
      if (reply) ledger.orders.set(id, { of: mark });
      return reply;
    },
  },
  news: {
    everyMs: 300,
    async send({ customer: { mark, headers }, ledger, acknowledged }, n) {
      const message = `${n} ${mark}`;
      const body = { topic: "news", message };
      const reply = await acknowledged("POST", "/notifications", { headers, body });
      if (reply) ledger.news.set(message, { of: mark });
      return reply;
    },
  },
  reads: {
    everyMs: 500,
    async send({ customer: { headers, shop, instances }, acknowledged }) {
      await acknowledged("GET", `/formulas/instances/${instances.manual}/executions`, { headers });
      await acknowledged("GET", "/instances", { headers });
      return acknowledged("GET", "/hubs/ecommerce/orders", { headers: shop.headers });
    },
  },
};

async function start(
  { customer: { mark, headers, instances }, ledger, acknowledged }: Client,
  kind: "manual" | "ordered",
  n: number,
  more: Record<string, string> = {},
) {
  const path = `/formulas/instances/${instances[kind]}/executions`;
  const reply = await acknowledged("POST", path, { headers: { ...headers, ...more }, body: { n, of: mark } });
  if (!reply) return undefined;
  const { id } = (Array.isArray(reply) ? reply[0] : reply) as { id: number };
  if (!Number.isInteger(id)) ledger.wrong.push(`POST ${path} answered without an id: ${JSON.stringify(reply)}`);
  else ledger.executions.set(id, { of: mark, kind, n });
  return reply;
}

type Sent = { headers?: Record<string, string>; body?: object };

type Client = {
  customer: Customer;
  ledger: Ledger;
  /** The response, once it is a success; each attempt has the same Idempotency-Key. Undefined if it was given up. */
  acknowledged: (method: string, path: string, sent: Sent) => Promise<unknown>;
  /** Starts formula instances again that the product stopped, so that their queued executions run. */
  activateAll: () => Promise<void>;
};

/** The share of the requests of undisturbed load that must be acknowledged. */
const LEAST = 0.25;

type Load = { api: string; customers: Customer[]; ledger: Ledger; pace: number };

/**
 * All kinds of work for all customers until it is over. Resolves when the last response is there, with the kinds of which
 * too little was acknowledged.
 *
 * @param pace how many times slower than usual
 */
export async function load({ api, customers, ledger, pace }: Load, isOver: () => boolean): Promise<string[]> {
  const done = customers.map(async (customer) => {
    const others = customers.filter((other) => other !== customer);
    const client = clientOf(api, customer, others, ledger);
    const wanting = Object.entries(WORK).map(async ([name, work]) => {
      const everyMs = work.everyMs * pace;
      const { acknowledged, ms } = await repeat({ ...work, everyMs }, client, isOver);
      const least = Math.floor((ms / everyMs) * LEAST);
      return acknowledged < least || acknowledged === 0
        ? [`${name} ${customer.mark}: ${acknowledged} acknowledged, at least ${least} expected`]
        : [];
    });
    const found = await Promise.all(wanting);
    await client.activateAll();
    return found.flat();
  });
  return (await Promise.all(done)).flat();
}

async function repeat({ everyMs, isSerial, send }: Work, client: Client, isOver: () => boolean) {
  const open = new Set<Promise<void>>();
  const began = performance.now();
  let acknowledged = 0;
  for (let n = 0; !isOver(); n++) {
    const sending: Promise<void> = send(client, n).then((reply) => {
      if (reply) acknowledged++;
      open.delete(sending);
    });
    open.add(sending);
    if (isSerial) await sending;
    await pause(everyMs);
  }
  const ms = performance.now() - began;
  await Promise.all(open);
  return { acknowledged, ms };
}

function clientOf(api: string, customer: Customer, others: Customer[], ledger: Ledger): Client {
  async function once(method: string, path: string, { headers = {}, body }: Sent, key: string) {
    const reply = await fetch(api + path, {
      method,
      headers: { ...headers, ...(body && { "content-type": "application/json", "idempotency-key": key }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(20_000),
    });
    const text = await reply.text();
    for (const { mark } of others)
      if (text.includes(mark)) ledger.wrong.push(`${method} ${path} showed ${customer.mark} what is ${mark}`);
    return { status: reply.status, isOk: reply.ok, text };
  }

  async function activate(path: string) {
    const reply = await once("PUT", path, { headers: customer.headers }, randomUUID()).catch(() => undefined);
    if (reply && !reply.isOk && !LATER.includes(reply.status))
      ledger.wrong.push(`PUT ${path} answered ${reply.status}: ${reply.text.slice(0, 300)}`);
  }

  return {
    customer,
    ledger,
    async activateAll() {
      for (const path of customer.paths.values()) await activate(`${path}/active`);
    },
    async acknowledged(method, path, sent) {
      const key = randomUUID();
      let last = "no response";
      for (const deadline = performance.now() + PATIENCE_MS; performance.now() < deadline; await pause(AGAIN_MS)) {
        // The process was killed, or it does not respond.
        const reply = await once(method, path, sent, key).catch(() => undefined);
        last = reply ? `${reply.status} ${reply.text.slice(0, 200)}` : "no response";
        if (reply?.isOk) return parsed(reply.text);
        if (!reply || LATER.includes(reply.status)) continue;
        // The provider failed so often that the product stopped the formula; its owner starts it again.
        const [, stopped] = /^\/formulas\/instances\/(\d+)\/executions$/.exec(path) ?? [];
        if (stopped && reply.text.includes("is inactive")) {
          await activate(`${customer.paths.get(Number(stopped))}/active`);
          continue;
        }
        ledger.wrong.push(`${method} ${path} answered ${reply.status}: ${reply.text.slice(0, 300)}`);
        break;
      }
      ledger.refused.push(`${method} ${path}: ${last}`);
    },
  };
}

/** A provider that lies may answer a read with any text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text || "{}");
  } catch {
    return text;
  }
}
