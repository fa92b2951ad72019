import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "formulary-test-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A replacement for the product: two processes that end only on SIGINT, and print their ids. */
const STAND_IN = `
  import { spawn } from "node:child_process";
  const wait = "process.on('SIGINT', () => process.exit(0)); setInterval(() => {}, 1000); console.log('waits')";
  const child = spawn(process.execPath, ["--eval", wait], { stdio: ["ignore", "pipe", "inherit"] });
  child.stdout.once("data", () => console.log("pids " + process.pid + " " + child.pid + " Ctrl-C stops everything"));
  process.on("SIGINT", () => process.exit(0));`;

function start() {
  writeFileSync(path.join(folder, "stand-in.mjs"), STAND_IN);
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ scripts: { start: "exec node stand-in.mjs" } }));
  const script = `
    import { runningProduct } from ${JSON.stringify(path.join(import.meta.dirname, "running-product.ts"))};
    const product = await runningProduct(${JSON.stringify(folder)}, process.env);
    console.log(product.printed());
    process.on("SIGTERM", async () => { await product.interrupt(); console.log("interrupted"); process.exit(0); });
    setInterval(() => {}, 1000);`;
  return spawn(process.execPath, ["--input-type=module-typescript", "--eval", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test.each(["SIGKILL", "SIGTERM"] as const)(
  "the product ends when the process that started it ends, by %s",
  async (signal) => {
    const starter = start();
    let printed = "";
    starter.stdout.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
    await expect.poll(() => printed).toMatch(/pids \d+ \d+ /);
    const pids = (/pids (\d+) (\d+) /.exec(printed) ?? []).slice(1).map(Number);
    expect(pids.map(isAlive)).toEqual([true, true]);
    const ended = once(starter, "exit");
    starter.kill(signal);
    await ended;
    await expect.poll(() => pids.filter(isAlive)).toEqual([]);
  },
);
