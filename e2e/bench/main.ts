import { setTimeout as pause } from "node:timers/promises";
import { memoryMb } from "../system/processes.ts";
import { keep } from "./history.ts";
import { print, type Row } from "./row.ts";
import { type System, startSystem } from "./system.ts";
import { asynchronous } from "./workloads/asynchronous.ts";
import { backlog } from "./workloads/backlog.ts";
import { bulk } from "./workloads/bulk.ts";
import { deliveries } from "./workloads/deliveries.ts";
import { designer } from "./workloads/designer.ts";
import { events } from "./workloads/events.ts";
import { growth } from "./workloads/growth.ts";
import { hub } from "./workloads/hub.ts";
import { mapping } from "./workloads/mapping.ts";
import { pollers } from "./workloads/pollers.ts";
import { router } from "./workloads/router.ts";
import { screens } from "./workloads/screens.ts";
import { stream } from "./workloads/stream.ts";
import { loopOver, synchronous } from "./workloads/synchronous.ts";

/**
 * `npm run bench`: the workloads of docs/performance.md on this machine, each compared to the bare floor in the same
 * run, so that the ratio applies to other machines, unlike the rate. `npm run bench -- w1 w4` runs some. What a run of
 * all of them found is kept in history.jsonl.
 */
const seconds = Number(process.env.BENCH_SECONDS ?? 8);

/** Until processes have given back what their start has left, and sandbox processes that nobody needs have ended. */
const IDLE_MS = 150_000;

/** The workloads of a run without names. */
const ALL: Record<string, (system: System) => Promise<Row | Row[]>> = {
  w1: (system) => synchronous(system, "w1", seconds),
  "w1-engine": (system) => synchronous(system, "w1-engine", seconds),
  w2: (system) => synchronous(system, "w2", seconds),
  "w2-engine": (system) => synchronous(system, "w2-engine", seconds),
  w3: (system) => loopOver(system, "w3"),
  "w3-engine": (system) => loopOver(system, "w3-engine"),
  w4: asynchronous,
  hub: (system) => hub(system, seconds),
  mapping: async () => mapping(),
  events: (system) => events(system, seconds),
  deliveries,
};

/** The workloads with thousands of connections, gigabytes of files, a browser or the router in front. `designer` needs `npm run build`. */
const BY_NAME: Record<string, (system: System) => Promise<void>> = {
  pollers,
  stream,
  bulk,
  designer,
  router: (system) => router(system, seconds),
};

/** The workloads with a database or a product of their own. `screens` needs `npm run build`, too. */
const ON_THEIR_OWN: Record<string, () => Promise<void>> = { backlog, growth, screens };

const known = { ...ALL, ...BY_NAME, ...ON_THEIR_OWN };
const wanted = process.argv.slice(2).map((name) => name.toLowerCase());
const unknown = wanted.filter((name) => !(name in known));
if (unknown.length > 0)
  throw new Error(`No workload is named ${unknown.join(", ")}. There are ${Object.keys(known).join(", ")}.`);

for (const [name, measure] of Object.entries(ON_THEIR_OWN)) if (wanted.includes(name)) await measure();
if (wanted.length === 0 || wanted.some((name) => !(name in ON_THEIR_OWN))) await benchSystem();

async function benchSystem() {
  const system = await startSystem();
  const { product, bare } = system;
  const rows: Row[] = [];
  try {
    console.log(`ready ${Math.round(product.web.readyMs)} ms after start`);
    if (wanted.length === 0) {
      await pause(IDLE_MS);
      console.log(`idle memory ${memoryMb(product.pids)} MB (web, worker, sandboxes)`);
    }
    for (const [name, measure] of Object.entries(ALL)) {
      if (wanted.length > 0 && !wanted.includes(name)) continue;
      const found = [await measure(system)].flat();
      found.forEach(print);
      rows.push(...found);
    }
    for (const [name, measure] of Object.entries(BY_NAME)) if (wanted.includes(name)) await measure(system);
    console.log(
      `memory at the end: product ${memoryMb(product.pids)} MB, bare ${memoryMb(bare.pids)} MB, Postgres ${memoryMb([product.postgres().pid])} MB`,
    );
  } finally {
    await system.stop();
  }
  if (wanted.length === 0) keep(rows);
}
