import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepRunning } from "./keep-running.ts";

let folder: string;
let starts: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "formulary-test-"));
  starts = path.join(folder, "starts");
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

/** A program that records each start by its process id, then runs `rest`. */
function program(rest: string): string {
  const file = path.join(folder, "program.mjs");
  const note = `require("node:fs").appendFileSync(${JSON.stringify(starts)}, process.pid + "\\n");`;
  writeFileSync(
    file,
    `import { createRequire } from "node:module"; const require = createRequire(import.meta.url); ${note} ${rest}`,
  );
  return file;
}

/** Whole lines only: a start may be about to be written. */
const pids = () => (existsSync(starts) ? readFileSync(starts, "utf8").split("\n").slice(0, -1).map(Number) : []);
const keep = (rest: string, graceMs = 5000) =>
  keepRunning({
    name: "program",
    command: [program(rest)],
    env: process.env,
    isUp: async () => pids().length > 0,
    graceMs,
    firstPauseMs: 20,
  });
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test("a process that is killed is started again", async () => {
  const kept = keep("setInterval(() => {}, 1000)");
  await kept.up;
  process.kill(pids()[0] ?? 0, "SIGKILL");
  await vi.waitFor(() => expect(pids()).toHaveLength(2), 25_000);
  await kept.stop();
});

test("restarts a process at once when it requests that", async () => {
  const kept = keep("setInterval(() => {}, 1000)");
  await kept.up;
  kept.restart();
  await vi.waitFor(() => expect(pids()).toHaveLength(2), 25_000);
  expect(console.error).not.toHaveBeenCalled();
  await kept.stop();
});

test("pauses between starts grow", async () => {
  const kept = keep("setTimeout(() => process.exit(3), 100)");
  await kept.up;
  await vi.waitFor(() => expect(pids().length).toBeGreaterThanOrEqual(3), 25_000);
  await kept.stop();
  const words = vi.mocked(console.error).mock.calls.map(([line]) => line);
  expect(words.slice(0, 2)).toEqual([
    "program ended with code 3; starting it again in 0.02 s.",
    "program ended with code 3; starting it again in 0.04 s.",
  ]);
});

test("a process that ends before it was ever up is not started again", async () => {
  const file = path.join(folder, "broken.mjs");
  writeFileSync(file, "process.exit(7)");
  const kept = keepRunning({
    name: "web",
    command: [file],
    env: process.env,
    isUp: async () => false,
    firstPauseMs: 1,
  });
  await expect(kept.up).rejects.toThrow("web ended with code 7 before it was up.");
});

test("a process may finish its work before it stops", async () => {
  const done = path.join(folder, "done");
  const rest = `process.on("SIGTERM", () => setTimeout(() => { require("node:fs").writeFileSync(${JSON.stringify(done)}, ""); process.exit(0); }, 200)); setInterval(() => {}, 1000);`;
  const kept = keep(rest);
  await kept.up;
  await kept.stop();
  expect(existsSync(done)).toBe(true);
});

test("a process that will not stop is killed when its time is over", async () => {
  const kept = keep('process.on("SIGTERM", () => {}); setInterval(() => {}, 1000);', 200);
  await kept.up;
  await kept.stop();
  expect(isAlive(pids()[0] ?? 0)).toBe(false);
});
