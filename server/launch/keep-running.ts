import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { asProduct } from "./node24.mjs";
import { ROOT } from "./run-tool.ts";

const TIED = path.join(import.meta.dirname, "tied-to-parent.mjs");
const LONGEST_PAUSE_MS = 30_000;
const STEADY_MS = 60_000;

export type Part = {
  name: string;
  /** The arguments of node, starting with the file. */
  command: string[];
  env: NodeJS.ProcessEnv;
  /** Whether the process is ready. Polled after each start until it returns true. */
  isUp: () => Promise<boolean>;
  /** How long the process may take to finish its work in progress. */
  graceMs?: number;
  firstPauseMs?: number;
};

/** A process that is restarted, after a growing pause, whenever it exits by itself. */
export type KeptRunning = {
  /** Rejects when the process exits before it was ready for the first time: a restart would not help. */
  up: Promise<void>;
  /** Restarts the process immediately, such as after its sources changed. */
  restart: () => void;
  /** Sends SIGTERM, then SIGKILL after the time limit. Resolves when the process has exited. */
  stop: () => Promise<void>;
};

/**
 * Starts a part of the product and keeps it running. It is ended together with this process, however this process ends.
 */
export function keepRunning(part: Part): KeptRunning {
  const { name, graceMs = 30_000, firstPauseMs = 500 } = part;
  const firstUp = Promise.withResolvers<void>();
  let child: ChildProcess;
  let gone: Promise<void>;
  let wasUp = false;
  let isWanted = false;
  let pauseMs = firstPauseMs;
  const stopping = new AbortController();

  function start(): void {
    const startedAt = Date.now();
    isWanted = false;
    child = launch(part);
    gone = new Promise((resolve) => child.once("close", () => resolve()));
    child.once("close", (code, signal) => {
      if (stopping.signal.aborted) return;
      if (isWanted) return start();
      const how = signal ? `was ended by ${signal}` : `ended with code ${code}`;
      if (!wasUp) return firstUp.reject(new Error(`${name} ${how} before it was up.`));
      if (Date.now() - startedAt > STEADY_MS) pauseMs = firstPauseMs;
      console.error(`${name} ${how}; starting it again in ${pauseMs / 1000} s.`);
      sleep(pauseMs, undefined, { signal: stopping.signal }).then(start, () => {});
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    });
  }

  async function watchFirstStart(): Promise<void> {
    while (!stopping.signal.aborted && child.exitCode === null && child.signalCode === null) {
      if (await part.isUp()) {
        wasUp = true;
        return firstUp.resolve();
      }
      await sleep(50);
    }
  }

  function restart(): void {
    isWanted = child.kill("SIGTERM");
  }

  async function stop(): Promise<void> {
    stopping.abort();
    child.kill("SIGTERM");
    const deadline = setTimeout(() => child.kill("SIGKILL"), graceMs);
    await gone;
    clearTimeout(deadline);
  }

  start();
  void watchFirstStart();
  return { up: firstUp.promise, restart, stop };
}

function launch({ command, env }: Part): ChildProcess {
  const [file = "", ...args] = command;
  const product = asProduct(file, args, env);
  const child = spawn(process.execPath, ["--import", TIED, ...product.args], {
    cwd: ROOT,
    env: { ...product.env, FORMULARY_TIED: "1" },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    // Ctrl-C in a terminal signals the whole group: this process receives it and then stops the others in order.
    detached: true,
  });
  child.on("error", () => {}); // "close" follows.
  return child;
}
