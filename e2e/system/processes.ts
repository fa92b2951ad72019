import { type ChildProcess, fork } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { killWhenWeEnd } from "../../server/launch/guardian.ts";
import { BUILT, PRODUCT } from "../../server/launch/node24.mjs";

/** A started process. `stop` interrupts it, and kills it after half a minute. */
export type Started = {
  pid: number;
  ended: Promise<unknown>;
  signal: (signal: NodeJS.Signals) => void;
  send: (message: object) => void;
  stop: () => Promise<void>;
};

/**
 * Starts a module (relative to this file, or by its full path) as a separate process and waits until `address`
 * responds.
 *
 * @param output an open file for what it prints, instead of the terminal
 */
export async function start(
  module: string,
  env: Record<string, string>,
  address: string | null,
  output?: number,
  execArgv: string[] = [],
): Promise<Started & { readyMs: number }> {
  const began = performance.now();
  const child = fork(fileURLToPath(new URL(module, import.meta.url)), {
    execArgv,
    env: { ...process.env, ...env },
    stdio: ["ignore", output ?? "ignore", output ?? "inherit", "ipc"],
  });
  const guardian = killWhenWeEnd(child.pid ?? 0);
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.once("exit", () => guardian.kill("SIGKILL"));
  while (address && !(await responds(address))) {
    if (child.exitCode !== null) throw new Error(`${module} ended with ${child.exitCode}.`);
    await pause(20);
  }
  return {
    pid: child.pid ?? 0,
    ended,
    readyMs: performance.now() - began,
    signal: (signal) => void child.kill(signal),
    send: (message) => void (child.connected && child.send(message)),
    stop: () => stop(child),
  };
}

const SERVER = process.env.BUILT_SERVER ?? BUILT;

/** Starts a process of the built server, with its settings of Node. */
export const startBuilt = (
  name: "web" | "worker",
  env: Record<string, string>,
  address: string | null,
  output?: number,
) => start(`../../${SERVER}/${name}.js`, { ...PRODUCT.env, ...env }, address, output, PRODUCT.flags);

const responds = (address: string) =>
  fetch(address, { signal: AbortSignal.timeout(5000) }).then(
    ({ status }) => status < 500,
    () => false,
  );

async function stop(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), 30_000);
  await ended;
  clearTimeout(timer);
}

/** CPU time in milliseconds of these processes and all their descendants, including those that have exited. */
export const cpuMs = (roots: number[]) => family(roots).reduce((sum, pid) => sum + cpuOf(pid), 0);

/** CPU milliseconds of one process alone. */
export const ownCpuMs = (pid: number) => sumOf(fieldsOf(pid).slice(11, 13)) * TICK_MS;

/** Memory of these processes and all their descendants in MB, shared pages counted once (PSS). */
export const memoryMb = (roots: number[]) => Math.round(family(roots).reduce((sum, pid) => sum + pssKb(pid), 0) / 1024);

/** These processes and all their descendants. */
export function family(roots: number[]): number[] {
  const children = new Map<number, number[]>();
  for (const entry of readdirSync("/proc")) {
    const pid = Number(entry);
    const parent = pid ? Number(fieldsOf(pid)[1]) : 0;
    if (parent) children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const found = [...roots];
  for (const pid of found) found.push(...(children.get(pid) ?? []));
  return found;
}

/** The fields of /proc/PID/stat after the command: state, parent, … */
function fieldsOf(pid: number): string[] {
  return readText(`/proc/${pid}/stat`)
    .replace(/^.*\) /s, "")
    .split(" ");
}

const TICK_MS = 10;
const sumOf = (fields: string[]) => fields.reduce((sum, field) => sum + Number(field), 0);

/** The time of the process, and that of its children that have ended and were waited for. */
const cpuOf = (pid: number) => sumOf(fieldsOf(pid).slice(11, 15)) * TICK_MS;

const pssKb = (pid: number) => Number(/^Pss:\s+(\d+)/m.exec(readText(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0);

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return ""; // The process has ended meanwhile.
  }
}
