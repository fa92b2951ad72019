import { setTimeout as pause } from "node:timers/promises";
import { onDatabase } from "#server/launch/on-database.ts";
import { cpuMs, memoryMb, ownCpuMs } from "../system/processes.ts";
import { backlog } from "./backlog.ts";
import { bulk } from "./bulk.ts";
import { designer } from "./designer.ts";
import { orders } from "./elements.ts";
import { copy, list, order, triggeredByOrders } from "./formulas.ts";
import { growth } from "./growth.ts";
import { type Load, loadFor, loadOf, type Measured } from "./load.ts";
import { mapping } from "./mapping.ts";
import { pollers } from "./pollers.ts";
import { screens } from "./screens.ts";
import { type System, startSystem } from "./system.ts";

/**
 * `npm run bench`: the workloads of docs/performance.md on this machine, each compared to the bare floor in the same
 * run, so that the ratio applies to other machines, unlike the rate. `npm run bench -- w1 w4` runs some.
 */
const seconds = Number(process.env.BENCH_SECONDS ?? 8);
const wanted = process.argv.slice(2).map((name) => name.toLowerCase());
const wants = (name: string) => wanted.length === 0 || wanted.includes(name);

// These have a database or a product of their own; `screens` needs the built screens: `npm run build` first.
const own = { backlog, growth, screens };
for (const [name, measure] of Object.entries(own)) if (wanted.includes(name)) await measure();
if (wanted.length === 0 || wanted.some((name) => !(name in own))) await benchSystem();

async function benchSystem() {
  const system = await startSystem();
  try {
    const { product, bare } = system;
    console.log(
      `ready ${Math.round(product.web.readyMs)} ms after start; idle memory ${memoryMb(product.pids)} MB (web, worker, sandboxes)`,
    );
    for (const name of ["w1", "w2"].filter(wants)) await synchronous(system, name);
    if (wants("w3")) await loopOver(system);
    if (wants("w4")) await asynchronous(system);
    if (wants("hub")) await hub(system);
    if (wants("mapping")) mapping();
    if (wants("events")) await events(system);
    if (wants("deliveries")) await deliveries(system);
    // Workloads with thousands of connections, gigabytes of files or a browser run only if they are requested by name.
    if (wanted.includes("pollers")) await pollers(system);
    if (wanted.includes("stream")) await stream(system);
    if (wanted.includes("bulk")) await bulk(system);
    // It needs the built screens: `npm run build` first.
    if (wanted.includes("designer")) await designer(system);
    console.log(
      `memory at the end: product ${memoryMb(product.pids)} MB, bare ${memoryMb(bare.pids)} MB, Postgres ${memoryMb([system.product.postgres().pid])} MB`,
    );
  } finally {
    await system.stop();
  }
}

async function synchronous(system: System, name: string) {
  const { product, bare } = system;
  const resource = resourceLoad(system, name, 50);
  const floor: Load = { url: `${bare.url}/${name}`, body: (n) => order(`${n}`), connections: 50 };
  await loadFor(3, resource);
  await loadFor(1, floor);
  const memory = () => memoryMb(product.pids);
  const used = () => [cpuMs(product.pids), ownCpuMs(product.web.pid), cpuMs([product.postgres().pid])];
  const before = used();
  const measured = await loadFor(seconds, resource);
  const after = used();
  const underLoad = memory();
  const floorMeasured = await loadFor(seconds, floor);
  const alone = await loadFor(3, { ...resource, connections: 1 });
  const cpu = after.map((ms, index) => ((ms - (before[index] ?? 0)) / measured.count).toFixed(2));
  report(name, measured, floorMeasured);
  console.log(
    `    CPU per execution: ${cpu[0]} ms product (${cpu[1]} in the web process), ${cpu[2]} ms Postgres; memory ${underLoad} MB; 1 connection p50 ${alone.p50} ms`,
  );
}

async function loopOver(system: System) {
  const one = { ...resourceLoad(system, "w3", 1), body: () => ({ id: "1", items: [], list }) };
  const floor: Load = { url: `${system.bare.url}/w3`, body: () => ({ list }), connections: 1 };
  await loadOf(3, one);
  await loadOf(3, floor);
  report("w3", await loadOf(7, one), await loadOf(7, floor));
}

async function asynchronous(system: System) {
  const { product, bare } = system;
  const { provider } = product;
  const url = `${product.api}/formulas/instances/${product.instances.w4}/executions`;
  const accepts: Load = { url, headers: product.headers, body: (n) => order(`p${n}`), connections: 50 };
  const floor: Load = { url: `${bare.url}/w4`, body: (n) => order(`b${n}`), connections: 50 };
  const used = () => [...product.pids.map(ownCpuMs), cpuMs(product.pids), cpuMs([product.postgres().pid])];
  const measure = async (one: Load) => {
    await fetch(`${provider}/forget`);
    const before = used();
    const began = performance.now();
    const [accepted, seen] = await Promise.all([loadOf(2000, one), untilSeen(provider, 2000)]);
    const perSecond = 2000 / ((seen.at - began) / 1000);
    // The last of them are still being written.
    await pause(1000);
    const cpu = used().map((ms, index) => (ms - (before[index] ?? 0)) / 2000);
    return { ...accepted, perSecond, acceptedPerSecond: accepted.perSecond, seen, cpu };
  };
  // The first of each is a warm-up.
  for (const one of [accepts, floor]) await measure(one);
  const warm = await inTurns(
    8,
    () => measure(accepts),
    () => measure(floor),
  );
  const [measured, bareOne] = middle(warm);
  report("w4", measured, bareOne);
  const lost = warm.reduce((sum, [{ seen }]) => sum + 2000 - seen.ids, 0);
  const double = warm.reduce((sum, [{ seen }]) => sum + seen.repeated, 0);
  console.log(`    accepted ${measured.acceptedPerSecond.toFixed(0)}/s; lost ${lost}, double ${double}`);
  const [web, worker, all, postgres] = measured.cpu.map((ms) => ms.toFixed(2));
  console.log(`    CPU per execution: ${all} ms product (web ${web}, worker ${worker}), ${postgres} ms Postgres`);
}

/** Alternates between the product and the floor, so that other load on the machine affects both. */
async function inTurns<Run extends Measured>(turns: number, product: () => Promise<Run>, floor: () => Promise<Run>) {
  const pairs: [product: Run, floor: Run][] = [];
  for (let turn = 0; turn < turns; turn++) pairs.push([await product(), await floor()]);
  return pairs;
}

/** The pair with the median ratio. */
function middle<Run extends Measured>(pairs: [product: Run, floor: Run][]): [product: Run, floor: Run] {
  const ratio = ([product, floor]: [Run, Run]) => product.perSecond / floor.perSecond;
  const sorted = pairs.toSorted((one, other) => ratio(one) - ratio(other));
  return sorted[Math.floor(sorted.length / 2)] as [Run, Run];
}

/** One hub GET of 10 KB compared to a proxy hop in bare Node, and to the provider itself for the overhead. */
async function hub({ product, bare }: System) {
  const one: Load = { url: `${product.api}/hubs/crm/contacts/7`, headers: product.crm.headers, connections: 50 };
  const floor: Load = { url: `${bare.url}/hub/contacts/7`, connections: 50 };
  const direct: Load = { url: `${product.provider}/contacts/7`, connections: 1 };
  for (const load of [one, floor]) await loadFor(2, load);
  const used = () => [ownCpuMs(product.web.pid), cpuMs([product.postgres().pid])];
  const before = used();
  const pairs = await inTurns(
    2 * seconds,
    () => loadFor(1, one),
    () => loadFor(1, floor),
  );
  const calls = pairs.reduce((sum, [{ count }]) => sum + count, 0);
  const cpu = used().map((ms, index) => ((ms - (before[index] ?? 0)) / calls).toFixed(2));
  report("hub", ...middle(pairs));
  const [alone, provider] = [await loadFor(3, { ...one, connections: 1 }), await loadFor(3, direct)];
  const added = 1000 / alone.perSecond - 1000 / provider.perSecond;
  console.log(
    `    CPU per call: ${cpu[0]} ms web, ${cpu[1]} ms Postgres; 1 connection p50 ${alone.p50} ms, adds ${added.toFixed(2)} ms to the provider's own`,
  );
}

/**
 * Webhooks with an event hook, each with a new id, compared to one bare grouped insert; first of an element without
 * triggers, then of one whose every order starts a formula. Every acknowledged order must be stored exactly once.
 */
async function events({ product, bare }: System) {
  const { api } = product;
  const { id } = await product.connect(orders, { "event.notification.enabled": "true" });
  // The API only estimates totals of this size.
  const count = (from: string, owner: number) =>
    onDatabase(product.databaseUrl, async (client) =>
      Number((await client.query(`select count(*) from ${from} = $1`, [owner])).rows[0].count),
    );
  const arrived = () => count("event where element_instance_id", id);
  const one = (run: string): Load => ({
    url: `${api}/events/${orders.key}/${id}`,
    body: (n) => order(`${run}-${n}`),
    connections: 50,
  });
  const floor: Load = { url: `${bare.url}/events`, body: (n) => order(`${n}`), connections: 50 };
  await loadFor(3, one("warm"));
  await loadFor(1, floor);
  const bareMeasured = await loadFor(seconds, floor);
  const used = () => [cpuMs([product.web.pid]), cpuMs([product.postgres().pid])];
  const measure = async (name: string, run: string, after: () => Promise<void>) => {
    const [before, cpuBefore] = [await arrived(), used()];
    const measured = await loadFor(seconds, one(run));
    const cpu = used().map((ms, index) => ((ms - (cpuBefore[index] ?? 0)) / measured.count).toFixed(2));
    await after();
    report(name, measured, bareMeasured);
    // Requests that were cut off at the end may have been stored without a response.
    const surplus = (await arrived()) - before - measured.count;
    console.log(
      `    lost ${Math.max(0, -surplus)}; CPU per event: ${cpu[0]} ms web and its sandboxes, ${cpu[1]} ms Postgres`,
    );
  };
  await measure("events", "alone", async () => {});
  const instance = await product.createInstance(triggeredByOrders, { shop: String(id) });
  const executions = () => count("execution where formula_instance_id", instance);
  const began = performance.now();
  const before = await arrived();
  await measure("events, a formula each", "heard", async () => {
    const events = (await arrived()) - before;
    for (const deadline = Date.now() + 120_000; (await executions()) < events && Date.now() < deadline; )
      await pause(100);
    const seconds = (performance.now() - began) / 1000;
    console.log(`    ${await executions()} executions of ${events} events on disk after ${seconds.toFixed(1)} s`);
  });
}

/** Callbacks to one receiver, signed and recorded, compared to a loop of as many bare fetches. */
async function deliveries({ product: { api, headers, provider, ...product } }: System) {
  const count = 2000;
  const post = async (path: string, body: object) => {
    const given = { method: "POST", headers: { "content-type": "application/json", ...headers } };
    const reply = await fetch(api + path, { ...given, body: JSON.stringify(body) });
    if (!reply.ok) throw new Error(`POST ${path} answered ${reply.status}: ${await reply.text()}`);
    return reply.json();
  };
  const message = JSON.stringify(order("1"));
  const subscription = { channel: "webhook", topics: ["bench"], config: { url: `${provider}/callback` } };
  const { id } = await post("/notifications/subscriptions", subscription);
  await fetch(`${provider}/forget`);
  const from = new Date(Date.now() - 60_000).toISOString();
  await loadOf(count, {
    url: `${api}/notifications`,
    headers,
    body: () => ({ topic: "bench", message }),
    connections: 8,
  });
  await untilSeen(provider, count);
  const timed = async (work: () => Promise<unknown>): Promise<{ perSecond: number; repeated: number }> => {
    await pause(500);
    await fetch(`${provider}/forget`);
    const began = performance.now();
    const [, seen] = await Promise.all([work(), untilSeen(provider, count)]);
    return { perSecond: seen.ids / ((seen.at - began) / 1000), repeated: seen.repeated };
  };
  // All deliveries are replayed at once.
  const window = { from, to: new Date(Date.now() + 60_000).toISOString() };
  const replay = () => post(`/notifications/subscriptions/${id}/replay`, window);
  const bare = async () => {
    let next = 0;
    const loop = async () => {
      while (next < count) {
        const call = { method: "POST", headers: { "webhook-id": `bare ${next++}` }, body: message };
        await (await fetch(`${provider}/callback`, call)).arrayBuffer();
      }
    };
    await Promise.all(Array.from({ length: 16 }, loop));
  };
  const used = () => [cpuMs(product.pids), cpuMs([product.postgres().pid])];
  await timed(replay);
  const before = used();
  const measured = await timed(replay);
  const cpu = used().map((ms, index) => ((ms - (before[index] ?? 0)) / count).toFixed(2));
  const floor = await timed(bare);
  console.log(
    `deliveries  ${measured.perSecond.toFixed(0)}/s, double ${measured.repeated}   bare ${floor.perSecond.toFixed(0)}/s   ratio ${(measured.perSecond / floor.perSecond).toFixed(2)}\n    CPU per delivery: ${cpu[0]} ms product, ${cpu[1]} ms Postgres`,
  );
}

/** A large file through elementRequestStream, and the memory that the warm worker needs for it. */
async function stream({ product }: System) {
  const { api, crm, worker, headers } = product;
  const instance = await product.createInstance(copy(crm.id));
  const url = `${api}/formulas/instances/${instance}/executions`;
  const run = async (bytes: number) => {
    const json = { ...headers, "content-type": "application/json" };
    const [{ id }] = (await (
      await fetch(url, { method: "POST", headers: json, body: JSON.stringify({ bytes }) })
    ).json()) as [{ id: number }];
    let most = 0;
    for (;;) {
      await pause(100);
      most = Math.max(most, memoryMb([worker.pid]));
      const { status } = (await (await fetch(`${api}/formulas/instances/executions/${id}`, { headers })).json()) as {
        status: string;
      };
      if (status !== "pending") return { most, status };
    }
  };
  const bytes = Number(process.env.BENCH_STREAM_GB ?? 5) * 2 ** 30;
  const warm = await run(bytes / 20);
  const before = memoryMb([worker.pid]);
  const began = performance.now();
  const { most, status } = await run(bytes);
  const perSecond = bytes / 2 ** 20 / ((performance.now() - began) / 1000);
  console.log(
    `stream  ${bytes / 2 ** 30} GB ${status}, ${perSecond.toFixed(0)} MB/s; worker ${before} MB before, at most ${most} MB (first copy ${warm.most} MB)`,
  );
}

/** Resolves when the provider has seen this many different ids, or after two minutes. */
async function untilSeen(provider: string, ids: number) {
  for (const deadline = Date.now() + 120_000; ; await pause(20)) {
    const seen = (await (await fetch(`${provider}/seen`)).json()) as { ids: number; repeated: number };
    if (seen.ids >= ids || Date.now() > deadline) return { ...seen, at: performance.now() };
  }
}

function resourceLoad({ product }: System, name: string, connections: number): Load {
  const headers = { ...product.headers, "elements-formula-instance-id": String(product.instances[name]) };
  return { url: `${product.api}/bench-${name}`, headers, body: (n) => order(`${n}`), connections };
}

function report(name: string, product: Measured, floor: Measured) {
  const text = ({ perSecond, p50, p99, failed }: Measured) =>
    `${perSecond.toFixed(perSecond < 10 ? 2 : 0)}/s, p50 ${p50} ms, p99 ${p99} ms${failed ? `, ${failed} FAILED` : ""}`;
  const ratio = product.perSecond / floor.perSecond;
  console.log(`${name}  ${text(product)}   bare ${text(floor)}   ratio ${ratio.toFixed(2)}`);
}
