import { setTimeout as pause } from "node:timers/promises";
import { onDatabase } from "#server/launch/on-database.ts";
import { pluralize } from "#server/pluralize.ts";
import { memoryMb } from "../../system/processes.ts";
import { type Product, startProduct } from "../../system/product.ts";
import { formulas, order } from "../formulas.ts";
import { loadOf } from "../load.ts";

const COUNT = Number(process.env.BENCH_EXECUTIONS ?? 100_000);
const LOOK_MS = 1000;
const PASSWORD = "Backlog-of-2026";

type Api = { api: string; headers: Record<string, string> };
type Look = { left: number; mb: number; at: number };

/**
 * A backlog of one organization, accepted while no worker runs and drained by one: the memory of the worker, its rate
 * in the first and the last third, and how long runs of another organization take meanwhile.
 */
export async function backlog() {
  const product = await startProduct();
  try {
    const { w1 } = formulas(product.provider);
    const flooded = await product.createInstance(w1);
    const other = await anotherOrganization(product);
    const waiting = await instanceOf(other, w1);
    const url = `${product.api}/formulas/instances/${flooded}/executions`;
    const load = { url, headers: product.headers, body: (n: number) => order(`${n}`), connections: 50 };
    const accepted = await loadOf(COUNT, load);
    console.log(`backlog  ${COUNT} accepted at ${accepted.perSecond.toFixed(0)}/s, ${accepted.failed} FAILED`);

    const worker = await product.startWorker();
    let isDrained = false;
    const [looks, delays] = await Promise.all([
      drained(product, flooded, worker.pid).finally(() => {
        isDrained = true;
      }),
      runsUntil(other, waiting, () => isDrained),
    ]);
    report(looks, delays);
  } finally {
    await product.stop();
  }
}

/** Looks at the backlog and the memory until it is empty. */
async function drained({ databaseUrl }: Product, instance: number, pid: number): Promise<Look[]> {
  const looks: Look[] = [];
  await onDatabase(databaseUrl, async (client) => {
    const text =
      "select count(*) as left from execution where formula_instance_id = $1 and status in ('pending', 'queued')";
    for (const began = performance.now(); looks.at(-1)?.left !== 0; await pause(LOOK_MS)) {
      const { rows } = await client.query(text, [instance]);
      looks.push({ left: Number(rows[0].left), mb: memoryMb([pid]), at: performance.now() - began });
    }
  });
  return looks;
}

/** The milliseconds from accepting to the end of one run after another. */
async function runsUntil(other: Api, instance: number, isOver: () => boolean): Promise<number[]> {
  const taken: number[] = [];
  while (!isOver()) {
    const began = performance.now();
    const [{ id }] = await call(other, "POST", `/formulas/instances/${instance}/executions`, order("1"));
    while ((await call(other, "GET", `/formulas/instances/executions/${id}`)).status === "pending") await pause(25);
    taken.push(performance.now() - began);
    await pause(250);
  }
  // The first waits for the worker to start.
  return taken.slice(1).toSorted((one, another) => one - another);
}

function report(looks: Look[], delays: number[]) {
  const third = Math.ceil(looks.length / 3);
  const rate = (part: Look[]) => {
    const [first, last] = [part[0], part.at(-1)];
    return first && last && last.at > first.at ? (1000 * (first.left - last.left)) / (last.at - first.at) : 0;
  };
  // The first seconds are the start of the process.
  const after = (share: number) => looks[Math.max(3, Math.floor((looks.length - 1) * share))]?.mb;
  const at = (share: number) => delays[Math.min(delays.length - 1, Math.floor(delays.length * share))]?.toFixed(0);
  console.log(
    `    drained at ${rate(looks.slice(0, third)).toFixed(0)}/s in the first third, ${rate(looks.slice(-third)).toFixed(0)}/s in the last; worker ${after(0)} MB after its start, ${after(1 / 3)}, ${after(2 / 3)} and ${after(1)} MB after each third`,
  );
  console.log(
    `    ${pluralize(delays.length, "run")} of another organization, from accepting to the end: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, at most ${at(1)} ms`,
  );
}

async function anotherOrganization({ api, headers, databaseUrl }: Product): Promise<Api> {
  // An operator grants this role.
  const grant = "update \"user\" set roles = roles || '{customer-admin}' where email = 'demo@formulary.test'";
  await onDatabase(databaseUrl, (client) => client.query(grant));
  const email = "ada@backlog.test";
  const user = { email, firstName: "Ada", lastName: "Lovelace", password: PASSWORD };
  await call({ api, headers }, "POST", "/organizations", { name: "Another", externalId: "another", user });
  const { token } = await call({ api, headers: {} }, "POST", "/authentication", {
    username: email,
    password: PASSWORD,
  });
  const session = { api, headers: { authorization: `Bearer ${token}` } };
  const { userSecret, organizationSecret } = await call(session, "GET", "/authentication/secrets");
  return { api, headers: { authorization: `User ${userSecret}, Organization ${organizationSecret}` } };
}

async function instanceOf(to: Api, formula: { name: string; uri?: string }): Promise<number> {
  const { uri, ...manual } = formula;
  const { id } = await call(to, "POST", "/formulas", { ...manual, method: undefined });
  return (await call(to, "POST", `/formulas/${id}/instances`, { name: formula.name })).id;
}

async function call({ api, headers }: Api, method: string, path: string, body?: object) {
  const json = { "content-type": "application/json", ...headers };
  const reply = await fetch(api + path, { method, headers: json, ...(body && { body: JSON.stringify(body) }) });
  if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${await reply.text()}`);
  return reply.json();
}
