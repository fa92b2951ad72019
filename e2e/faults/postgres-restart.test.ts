import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { orders } from "../bench/elements.ts";
import { triggeredByOrders } from "../bench/formulas.ts";
import { type Product, startProduct } from "../system/product.ts";

const EVENTS = 1200;
const SENDERS = 16;
/** The maximum time until the product has reconnected. */
const NORMAL_MS = 10_000;
const MOST_UNDER_WAY = 64;

let product: Product;
beforeAll(async () => {
  product = await startProduct();
  await Promise.all([product.startWorker(), product.startWorker()]);
  const workers = "select id from runner where kind = 'worker' and alive_until > now()";
  while ((await rowsOf(workers)).length < 2) await pause(50);
});
afterAll(() => product.stop());

async function rowsOf(text: string, ...values: unknown[]) {
  const client = new pg.Client({ connectionString: product.databaseUrl });
  client.on("error", () => {});
  await client.connect();
  return client
    .query(text, values)
    .then(
      ({ rows }) => rows,
      () => [],
    )
    .finally(() => client.end());
}

/** A clean stop and a crash of Postgres, for incoming requests and outgoing deliveries. */
test("Postgres stopped and crashed under load: no event that was acknowledged is lost, none is doubled, all callbacks go", {
  timeout: 300_000,
}, async () => {
  const { api, provider } = product;
  const { id } = await product.connect(orders, {
    "event.notification.enabled": "true",
    "event.notification.callback.url": `${provider}/callback`,
  });
  const formulaInstanceId = await product.createInstance(triggeredByOrders, { shop: String(id) });

  const replies = new Map<number, string>();
  const refusals = new Map<string, number>();
  let next = 0;
  /** Retries as a provider does, until the response is a success. */
  async function deliver(n: number) {
    for (;;) {
      const reply = await fetch(`${api}/events/${orders.key}/${id}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ id: `order ${n}` }),
        signal: AbortSignal.timeout(20_000),
      });
      const body = await reply.json();
      if (reply.ok) return void replies.set(n, body.eventId);
      const refusal = `${reply.status} ${Number(reply.headers.get("retry-after")) > 0}`;
      refusals.set(refusal, (refusals.get(refusal) ?? 0) + 1);
      await pause(50);
    }
  }
  async function send() {
    while (next < EVENTS) await deliver(next++);
  }
  const backMs: number[] = [];
  async function disturb() {
    const faults = [
      [200, () => product.restartPostgres(1000)],
      [500, () => product.crashPostgres()],
      [800, () => product.restartPostgres(4000)],
      [1000, () => product.crashPostgres()],
    ] as const;
    for (const [at, fault] of faults) {
      while (replies.size < at) await pause(2);
      await fault();
      const [back, before] = [performance.now(), replies.size];
      while (replies.size === before) await pause(5);
      backMs.push(Math.round(performance.now() - back));
    }
  }
  await Promise.all([disturb(), ...Array.from({ length: SENDERS }, send)]);

  const events = await rowsOf("select id::text, object_ids from event where element_instance_id = $1", id);
  expect(events).toHaveLength(EVENTS);
  expect(new Set(events.map((event) => event.id))).toEqual(new Set(replies.values()));
  expect(new Set(events.flatMap((event) => event.object_ids)).size).toBe(EVENTS);
  await expect
    .poll(
      () =>
        rowsOf(
          `select count(*)::int as all, count(distinct object_id)::int as objects, count(*) filter (where status = 'success')::int as success
           from execution where formula_instance_id = $1`,
          formulaInstanceId,
        ),
      { timeout: 90_000, interval: 500 },
    )
    .toEqual([{ all: EVENTS, objects: EVENTS, success: EVENTS }]);
  await expect
    .poll(() => rowsOf("select status, count(*)::int as count from delivery group by status"), {
      timeout: 90_000,
      interval: 500,
    })
    .toEqual([{ status: "delivered", count: EVENTS }]);
  await expect
    .poll(() => rowsOf("select status, count(*)::int as count from event group by status"))
    .toEqual([{ status: "NOTIFIED", count: EVENTS }]);

  // A callback whose outcome could not be recorded is sent again, with the same id, which its receiver detects.
  const seen = await (await fetch(`${provider}/seen`)).json();
  expect(seen.ids).toBe(EVENTS);
  expect(seen.repeated).toBeLessThanOrEqual(4 * 2 * MOST_UNDER_WAY);
  expect([...refusals.keys()]).toEqual(["503 true"]);
  for (const ms of backMs) expect(ms).toBeLessThan(NORMAL_MS);
  process.stdout.write(
    `back after ${backMs.join(", ")} ms; ${[...refusals.values()]} times 503; ${seen.repeated} callbacks repeated\n`,
  );
});
