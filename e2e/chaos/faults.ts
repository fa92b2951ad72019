import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { family } from "../system/processes.ts";
import type { Behavior } from "./provider.ts";
import type { System } from "./system.ts";

const HOUR_MS = 3_600_000;
/** Longer than the lease of a worker, so that others have taken over its executions when it resumes. */
const FROZEN_MS = 14_000;

type Fault = {
  name: string;
  /** Resolves when the product can work again. */
  inject: (system: System, random: () => number) => Promise<void>;
  /** Whether it can happen here. */
  needs?: "broker";
};

const badBehavior = (behavior: Behavior): Fault => ({
  name: `the provider ${behavior}`,
  async inject({ provider }) {
    provider().send({ behavior });
    await pause(4000);
    provider().send({ behavior: "works" });
  },
});

/** All faults, each of which is over when the next one begins. */
export const FAULTS: readonly Fault[] = [
  {
    name: "a worker is killed",
    inject: ({ replaceWorker }, random) => replaceWorker(random, "SIGKILL"),
  },
  {
    name: "a worker is asked to stop",
    inject: ({ replaceWorker }, random) => replaceWorker(random, "SIGTERM"),
  },
  {
    name: "a worker freezes",
    async inject({ anyWorker }, random) {
      const victim = anyWorker(random);
      victim.signal("SIGSTOP");
      await pause(FROZEN_MS);
      victim.signal("SIGCONT");
    },
  },
  {
    name: "the clock of a worker jumps",
    async inject({ anyWorker }, random) {
      anyWorker(random).send({ jumpMs: (random() < 0.5 ? -1 : 1) * HOUR_MS });
    },
  },
  {
    name: "the processes for scripts are killed",
    async inject({ anyWorker }, random) {
      for (const pid of family([anyWorker(random).pid]).filter(isSandbox)) kill(pid);
    },
  },
  { name: "the web process is killed", inject: ({ replaceWeb }) => replaceWeb("SIGKILL") },
  { name: "the web process is asked to stop", inject: ({ replaceWeb }) => replaceWeb("SIGTERM") },
  { name: "Postgres is killed", inject: ({ product }) => product.crashPostgres() },
  { name: "Postgres is stopped for a while", inject: ({ product }) => product.restartPostgres(2000) },
  {
    name: "Postgres ends all connections",
    inject: ({ sql }) =>
      sql(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = current_user and pid <> pg_backend_pid()",
      ).then(() => {}),
  },
  {
    name: "the network to Postgres is cut",
    async inject({ network }) {
      network.cut();
    },
  },
  {
    name: "open connections to Postgres become silent",
    async inject({ network }) {
      network.silence("open connections");
      await pause(6000);
    },
  },
  {
    name: "the network to Postgres is silent",
    async inject({ network }) {
      network.silence("whole");
      await pause(6000);
      network.restore();
    },
  },
  {
    name: "the network to Postgres is slow",
    async inject({ network }) {
      network.delay(250);
      await pause(6000);
      network.delay(0);
    },
  },
  {
    name: "the provider is killed",
    async inject({ replaceProvider }) {
      await replaceProvider();
    },
  },
  {
    name: "the provider freezes",
    async inject({ provider }) {
      provider().signal("SIGSTOP");
      await pause(4000);
      provider().signal("SIGCONT");
    },
  },
  ...(["late", "lies", "refuses", "resets", "breaks"] as const).map(badBehavior),
  {
    name: "connections to the broker are cut",
    needs: "broker",
    async inject({ broker }) {
      broker?.network.cut();
    },
  },
  {
    name: "the broker is stopped for a while",
    needs: "broker",
    async inject({ broker }) {
      await broker?.control("stop_app");
      await pause(1000);
      await broker?.control("start_app");
    },
  },
];

const isSandbox = (pid: number) => commandOf(pid).includes("child.cjs");

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

function kill(pid: number) {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It ended together with its parent.
  }
}
