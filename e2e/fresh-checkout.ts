import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { chmodSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../server/launch/ports.ts";

const ROOT = path.resolve(import.meta.dirname, "..");

/** What a clone would not have. */
const MADE_HERE = [
  ...[".git", ".data", ".next", "node_modules", "coverage", "test-results", "playwright-report"],
  ...["next-env.d.ts", "tsconfig.tsbuildinfo", "server/generated"],
];

/** A copy of the sources on which `npm start` was typed. */
export type FreshCheckout = {
  folder: string;
  /** What was printed since the last start. */
  printed: () => string;
  start: () => Promise<void>;
  /** To everybody in the terminal, as Ctrl-C. Resolves with the exit code. */
  interrupt: () => Promise<number | null>;
  /** The processes of this checkout that run now, by what `ps` says of them. */
  processes: () => { pid: number; args: string }[];
  /** Pastes a command into another terminal; answers what it printed. */
  paste: (command: string) => Promise<string>;
  remove: () => Promise<void>;
};

/** Copies the sources, without anything installed or built, to a folder with ports of its own. */
export async function freshCheckout(): Promise<FreshCheckout> {
  const folder = mkdtempSync(path.join(tmpdir(), "formulary-fresh-"));
  chmodSync(folder, 0o755);
  cpSync(ROOT, folder, {
    recursive: true,
    filter: (source) => !MADE_HERE.includes(path.relative(ROOT, source)),
  });
  const env = { ...machine(), PORT: String(await freePort()), DEMO_PROVIDER_PORT: String(await freePort()) };
  let child: ChildProcess;
  let printed = "";

  async function start(): Promise<void> {
    printed = "";
    child = spawn("npm", ["start"], { cwd: folder, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (data: Buffer) => (printed += data));
    while (!printed.includes("Ctrl-C stops everything")) {
      if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}:\n${printed}`);
      await sleep(50);
    }
  }

  function interrupt(): Promise<number | null> {
    const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
    process.kill(-(child.pid ?? 0), "SIGINT");
    return ended;
  }

  const processes = () =>
    execFileSync("ps", ["-eo", "pid=,args="], { encoding: "utf8", maxBuffer: 10_000_000 })
      .split("\n")
      .filter((line) => line.includes(folder))
      .map((line) => ({ pid: Number.parseInt(line, 10), args: line.trim() }));

  const paste = (command: string) =>
    new Promise<string>((resolve, reject) => {
      execFile("bash", ["-c", command], { env }, (error, stdout) => (error ? reject(error) : resolve(stdout)));
    });

  async function remove(): Promise<void> {
    for (const { pid } of processes()) process.kill(pid, "SIGKILL");
    await sleep(200);
    rmSync(folder, { recursive: true, force: true });
  }

  return { folder, printed: () => printed, start, interrupt, processes, paste, remove };
}

/** The environment of a newcomer: nothing of this test run, and the machine's own node. */
function machine(): NodeJS.ProcessEnv {
  const ours = /^(npm_|E2E_|PLAYWRIGHT_|TEST_|NODE_OPTIONS$|FORCE_COLOR$|DEBUG_COLORS$|DATABASE_URL$|DATA_DIR$)/;
  const env = { ...process.env };
  for (const name of Object.keys(env)) if (ours.test(name)) delete env[name];
  const folders = (env.PATH ?? "").split(path.delimiter).filter((entry) => !entry.includes("node_modules"));
  return { ...env, PATH: folders.join(path.delimiter) };
}
