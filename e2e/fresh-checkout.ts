import { execFile, execFileSync, spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../server/launch/ports.ts";
import { type RunningProduct, runningProduct } from "./running-product.ts";

const ROOT = path.resolve(import.meta.dirname, "..");

/** Files that a clone would not have. */
const MADE_HERE = [
  ...[".git", ".data", ".next", "node_modules", "coverage", "test-results", "playwright-report"],
  ...["next-env.d.ts", "tsconfig.tsbuildinfo", "server/generated"],
];

/** A copy of the sources in which a new user runs commands. */
export type FreshCheckout = {
  folder: string;
  start: () => Promise<RunningProduct>;
  /** The running processes of this checkout. */
  processes: () => number[];
  /** Kills all of them with SIGKILL. */
  kill: () => void;
  /** Runs a command in another terminal; returns its output. */
  paste: (command: string) => Promise<string>;
  remove: () => Promise<void>;
};

/** Copies the sources, without installed packages or builds, to a folder with its own ports. */
export async function freshCheckout(): Promise<FreshCheckout> {
  const folder = mkdtempSync(path.join(tmpdir(), "formulary-fresh-"));
  chmodSync(folder, 0o755);
  cpSync(ROOT, folder, { recursive: true, filter: (source) => !MADE_HERE.includes(path.relative(ROOT, source)) });
  const env = { ...machine(), PORT: String(await freePort()), DEMO_PROVIDER_PORT: String(await freePort()) };

  const processes = () =>
    execFileSync("ps", ["-eo", "pid=,args="], { encoding: "utf8", maxBuffer: 10_000_000 })
      .split("\n")
      .filter((line) => line.includes(folder))
      .map((line) => Number.parseInt(line, 10));

  const paste = (command: string) =>
    new Promise<string>((resolve, reject) => {
      execFile("bash", ["-c", command], { cwd: folder, env }, (error, stdout) =>
        error ? reject(error) : resolve(stdout),
      );
    });

  /** In one command, because some end with others. */
  const kill = () => void spawnSync("kill", ["-9", ...processes().map(String)]);

  async function remove(): Promise<void> {
    kill();
    await sleep(200);
    rmSync(folder, { recursive: true, force: true });
  }

  return { folder, start: () => runningProduct(folder, env), processes, kill, paste, remove };
}

/** The environment of a new user: no variables of this test run, and the machine's own node. */
function machine(): NodeJS.ProcessEnv {
  const ours =
    /^(npm_|E2E_|VITEST|TEST$|NODE_(ENV|OPTIONS|COMPILE_CACHE)$|DEV$|PROD$|SSR$|MODE$|BASE_URL$|FORCE_COLOR$|DEBUG_COLORS$|DATABASE_URL$|DATA_DIR$)/;
  const env = { ...process.env };
  for (const name of Object.keys(env)) if (ours.test(name)) delete env[name];
  const folders = (env.PATH ?? "").split(path.delimiter).filter((entry) => !entry.includes("node_modules"));
  return { ...env, PATH: folders.join(path.delimiter) };
}
