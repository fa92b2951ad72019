import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { pluralize } from "#server/pluralize.ts";
import { cpuMs } from "../../system/processes.ts";
import { changes } from "../elements.ts";
import type { System } from "../system.ts";

const INSTANCES = Number(process.env.BENCH_POLLERS ?? 2000);
const MINUTE_MS = 60_000;
const SAMPLE_MS = 5000;

/**
 * Instances that are polled every minute (goal: start lag p95 below 10 s): first all due at the same instant, then
 * spread over the minute. The lag is the time from when a poll was due until its page was read and recorded.
 */
export async function pollers({ product }: System) {
  const { api, provider, worker, databaseUrl } = product;
  const headers = { ...product.headers, "content-type": "application/json" };
  const post = async (path: string, body: object) => {
    const reply = await fetch(api + path, { method: "POST", headers, body: JSON.stringify(body) });
    if (!reply.ok) throw new Error(`POST ${path} answered ${reply.status}: ${await reply.text()}`);
    return reply.json();
  };
  await post("/elements", changes(provider));
  const configuration = {
    "event.notification.enabled": true,
    "event.vendor.type": "polling",
    "event.poller.refresh_interval": 1,
    "event.poller.configuration": { changes: { url: "/hubs/general/changes", idField: "id" } },
  };
  let created = 0;
  const make = async () => {
    while (created < INSTANCES)
      await post("/elements/benchchanges/instances", { name: `n ${++created}`, configuration });
  };
  await Promise.all(Array.from({ length: 8 }, make));

  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const used = () => [cpuMs([worker.pid]), cpuMs([product.postgres().pid])];

  /** All polls of a minute, with the delay of each. */
  async function measure(name: string) {
    const { rows } = await client.query("select now() as now");
    const [from, before] = [rows[0].now as Date, used()];
    const lags = new Map<string, number>();
    for (const end = performance.now() + MINUTE_MS; performance.now() < end; ) {
      await pause(SAMPLE_MS);
      const polled = await client.query<{ poll: string; lag: number }>(
        `select p.element_instance_id || ' ' || r.last_polled_at as poll,
           (extract(epoch from r.last_polled_at - p.next_poll_at + interval '1 minute') * 1000)::float8 as lag
         from poller p join polled_resource r using (element_instance_id)
         where r.last_polled_at >= $1 and p.lease_owner is null`,
        [from],
      );
      for (const { poll, lag } of polled.rows) lags.set(poll, lag);
    }
    const sorted = [...lags.values()].sort((a, b) => a - b);
    const at = (part: number) => Math.round(sorted[Math.floor(sorted.length * part)] ?? 0);
    const cpu = used().map((ms, index) => ms - (before[index] ?? 0));
    const each = cpu.map((ms) => (ms / Math.max(1, sorted.length)).toFixed(2));
    const share = cpu.map((ms) => `${((ms / MINUTE_MS) * 100).toFixed(0)} %`);
    console.log(
      `pollers, ${name}  ${pluralize(sorted.length, "poll")} of ${INSTANCES} instances in a minute; lag p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, most ${at(0.9999)} ms\n    CPU per poll: ${each[0]} ms worker, ${each[1]} ms Postgres; of one core ${share[0]} and ${share[1]}`,
    );
  }

  // The first polls read the existing rows.
  await pause(MINUTE_MS);
  await client.query("update poller set next_poll_at = date_trunc('second', now()) + interval '3 seconds'");
  await measure("all at once");
  await client.query("update poller set next_poll_at = now() + random() * interval '1 minute'");
  await measure("spread");
  await client.end();
}
