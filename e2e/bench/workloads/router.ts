import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { fileURLToPath } from "node:url";
import { freePort } from "../../../server/launch/ports.ts";
import { ownCpuMs, start } from "../../system/processes.ts";
import { SYSTEM_CELL_KEY } from "../../system/product.ts";
import { loadFor } from "../load.ts";
import type { System } from "../system.ts";
import { inTurns, middle } from "../turns.ts";

const ROUTER = fileURLToPath(new URL("../../../server/router/main.ts", import.meta.url));
const BLOCK = 200;

/** A cheap request through the router and directly, in turns in the same run: one at a time, and 50 at once. */
export async function router({ product }: System, seconds: number): Promise<void> {
  const port = await freePort();
  const { origin, pathname } = new URL(product.api);
  const env = { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}`, LOG_LEVEL: "error" };
  const cells = { CELLS: `one=${origin},two=${origin}`, CELL_KEY: SYSTEM_CELL_KEY };
  const through = `http://127.0.0.1:${port}`;
  const process = await start(ROUTER, { ...env, ...cells }, `${through}/livez`);
  try {
    const path = `${pathname}/organizations/me`;
    const { headers } = product;
    const times: Record<"direct" | "routed", number[]> = { direct: [], routed: [] };
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let block = 0; block < 5 * seconds; block++) {
      const direct = await timesOf(agent, `${origin}${path}`, headers);
      const routed = await timesOf(agent, `${through}${path}`, headers);
      // The first blocks warm both processes up.
      if (block < 5) continue;
      times.direct.push(...direct);
      times.routed.push(...routed);
    }
    agent.destroy();
    const cpuBefore = ownCpuMs(process.pid);
    let count = 0;
    const pairs = await inTurns(
      seconds,
      async () => {
        const found = await loadFor(1, { url: `${through}${path}`, headers, connections: 50 });
        count += found.count;
        return found;
      },
      () => loadFor(1, { url: `${origin}${path}`, headers, connections: 50 }),
    );
    const cpu = (ownCpuMs(process.pid) - cpuBefore) / count;
    const [routed, direct] = middle(pairs);
    const at = (part: number) => [quantile(times.direct, part), quantile(times.routed, part)] as const;
    const text = ([before, after]: readonly [number, number]) =>
      `${before.toFixed(2)} → ${after.toFixed(2)} ms (adds ${(after - before).toFixed(2)}, ${(after / before).toFixed(2)} times)`;
    console.log(
      [
        `router  1 connection: p50 ${text(at(0.5))}, p99 ${text(at(0.99))} of ${times.routed.length}`,
        `    50 connections: ${routed.perSecond.toFixed(0)}/s of ${direct.perSecond.toFixed(0)}/s directly, ${routed.failed} failed`,
        `    the router needs ${cpu.toFixed(3)} ms of processor time for each request`,
      ].join("\n"),
    );
  } finally {
    await process.stop();
  }
}

async function timesOf(agent: Agent, url: string, headers: Record<string, string>): Promise<number[]> {
  const times: number[] = [];
  for (let count = 0; count < BLOCK; count++) {
    const began = performance.now();
    const [response] = (await once(request(url, { agent, headers }).end(), "response")) as [IncomingMessage];
    if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode}`);
    await once(response.resume(), "end");
    times.push(performance.now() - began);
  }
  return times;
}

const quantile = (times: number[], part: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? 0;
