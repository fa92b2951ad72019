import { cpuMs, ownCpuMs } from "../system/processes.ts";
import type { System } from "./system.ts";

/** Processor time in milliseconds by part of the product. */
export type Parts = Record<"web" | "worker" | "sandboxes" | "postgres", number>;

export const NAMES: Record<keyof Parts, string> = {
  web: "web",
  worker: "worker",
  sandboxes: "sandboxes",
  postgres: "Postgres",
};
const KEYS = Object.keys(NAMES) as (keyof Parts)[];

function partsOf({ web, worker, postgres }: System["product"]): Parts {
  const own = { web: ownCpuMs(web.pid), worker: ownCpuMs(worker.pid) };
  const sandboxes = cpuMs([web.pid, worker.pid]) - own.web - own.worker;
  return { ...own, sandboxes, postgres: cpuMs([postgres().pid]) };
}

/** The result of `work`, and the time that each part of the product needed for each of its `count` units. */
export async function withCpu<Result extends { count: number }>(
  product: System["product"],
  work: () => Promise<Result>,
): Promise<Result & { cpu: Parts }> {
  const before = partsOf(product);
  const result = await work();
  const after = partsOf(product);
  // A sandbox that ended meanwhile, and was not waited for, is missing in the second reading.
  const each = (part: keyof Parts) => Math.max(0, after[part] - before[part]) / Math.max(1, result.count);
  return {
    ...result,
    cpu: { web: each("web"), worker: each("worker"), sandboxes: each("sandboxes"), postgres: each("postgres") },
  };
}

export function cpuText(cpu: Parts): string {
  const total = KEYS.reduce((sum, part) => sum + cpu[part], 0);
  const parts = KEYS.map((part) => `${NAMES[part]} ${cpu[part].toFixed(2)}`);
  return `CPU each ${total.toFixed(2)} ms: ${parts.join(", ")}`;
}
