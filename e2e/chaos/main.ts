import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { seeded } from "../../server/testing/seeded.ts";
import type { Started } from "../system/processes.ts";
import { type Product, startProduct } from "../system/product.ts";

/**
 * `npm run chaos`: mixed load for CHAOS_SECONDS (120) with a fault every few seconds (processes killed, stopped or
 * crashed, connections cut); then a quiet phase; then compares the ledger of acknowledged work with the database and
 * the provider. SEED repeats the choice of faults. Exits with 1 if anything was lost, stuck or done with two keys.
 */
const seconds = Number(process.env.CHAOS_SECONDS ?? 120);
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9));
const random = seeded(seed);
console.log(`chaos for ${seconds} s, SEED=${seed}`);

const product = await startProduct();
const workers: Started[] = [await product.startWorker(), await product.startWorker()];
try {
  const formulaInstanceId = await product.createInstance(formula(product.provider));
  const ledger = { acknowledged: new Set<number>(), refused: 0 };
  const until = performance.now() + seconds * 1000;
  await Promise.all([load(formulaInstanceId, ledger, until), disturb(until)]);
  console.log("quiet; waiting for what is left");
  process.exitCode = (await judge(ledger)) ? 0 : 1;
} finally {
  await product.stop();
}

function formula(provider: string) {
  const call = (name: string, next: string) => ({
    name,
    type: "httpRequest",
    properties: {
      method: "POST",
      url: `${provider}/${name}?id=\${info.formulaExecutionId}-${name}`,
      retry: true,
      retryDelay: 200,
    },
    onSuccess: [next],
  });
  return {
    name: "Chaos",
    engine: "v3",
    triggers: [{ type: "manual", onSuccess: ["prepare"] }],
    steps: [
      { name: "prepare", type: "script", properties: { body: "done({ n: trigger.args.n });" }, onSuccess: ["first"] },
      call("first", "check"),
      { name: "check", type: "filter", properties: { body: "done(steps.prepare.n >= 0);" }, onSuccess: ["second"] },
      call("second", "end"),
      { name: "end", type: "script", properties: { body: "done({ ended: true });" } },
    ],
  };
}

/** About 40 executions a second, some of them synchronous. Every acknowledged id is recorded in the ledger. */
async function load(formulaInstanceId: number, ledger: { acknowledged: Set<number>; refused: number }, until: number) {
  for (let n = 0; performance.now() < until; n++) {
    void post(formulaInstanceId, n).then(
      (id) => ledger.acknowledged.add(id),
      () => ledger.refused++,
    );
    await pause(25);
  }
}

async function post(formulaInstanceId: number, n: number): Promise<number> {
  const reply = await fetch(`${product.api}/formulas/instances/${formulaInstanceId}/executions`, {
    method: "POST",
    headers: { ...product.headers, "content-type": "application/json", ...(n % 5 === 0 && { prefer: "wait=5" }) },
    body: JSON.stringify({ n }),
    signal: AbortSignal.timeout(30_000),
  });
  if (!reply.ok) throw new Error(`${reply.status}`);
  const [execution] = (await reply.json()) as { id: number }[];
  if (!execution) throw new Error("no execution");
  return execution.id;
}

async function disturb(until: number) {
  const faults = { killWorker, freezeWorker, cutConnections, crashPostgres: product.crashPostgres };
  const names = Object.keys(faults) as (keyof typeof faults)[];
  while (performance.now() < until) {
    await pause(3000 + random() * 4000);
    const name = names[Math.floor(random() * names.length)] ?? "killWorker";
    console.log(`${((until - performance.now()) / 1000).toFixed(0).padStart(5)} s left: ${name}`);
    await faults[name]();
  }
}

function anyWorker() {
  return Math.floor(random() * workers.length);
}

async function killWorker() {
  const [victim] = workers.splice(anyWorker(), 1);
  victim?.signal("SIGKILL");
  await victim?.ended;
  workers.push(await product.startWorker());
}

/** Longer than its lease, so that other workers have taken over its executions when it resumes. */
async function freezeWorker() {
  const victim = workers[anyWorker()];
  victim?.signal("SIGSTOP");
  await pause(14_000);
  victim?.signal("SIGCONT");
}

function cutConnections() {
  return query((client) =>
    client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = current_user and pid <> pg_backend_pid()",
    ),
  );
}

async function judge({ acknowledged, refused }: { acknowledged: Set<number>; refused: number }): Promise<boolean> {
  const counts = () =>
    query((client) =>
      client.query<{ status: string; ids: string[] }>(
        "select status, array_agg(id) as ids from execution group by status",
      ),
    );
  let rows = (await counts()).rows;
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; rows = (await counts()).rows) {
    if (!rows.some(({ status }) => status === "pending" || status === "queued")) break;
    await pause(1000);
  }
  const known = new Set(rows.flatMap(({ ids }) => ids.map(Number)));
  const lost = [...acknowledged].filter((id) => !known.has(id));
  const stuck = rows.filter(({ status }) => status === "pending" || status === "queued").flatMap(({ ids }) => ids);
  const { calls, repeated, mixed } = await ledgerOfProvider(product);
  const summary = Object.fromEntries(rows.map(({ status, ids }) => [status, ids.length]));
  console.log({
    acknowledged: acknowledged.size,
    refused,
    ...summary,
    lost: lost.length,
    stuck: stuck.length,
    calls,
    repeated,
    mixedKeys: mixed,
  });
  return lost.length === 0 && stuck.length === 0 && mixed === 0;
}

async function ledgerOfProvider({ provider }: Product) {
  return (await (await fetch(`${provider}/keys`)).json()) as { calls: number; repeated: number; mixed: number };
}

async function query<Result>(question: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: product.databaseUrl });
  client.on("error", () => {});
  await client.connect();
  return question(client).finally(() => client.end());
}
