import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";

const PROGRAM = `
  import { start } from ${JSON.stringify(new URL("./processes.ts", import.meta.url).href)};
  const one = await start(${JSON.stringify(new URL("../chaos/provider.ts", import.meta.url).href)}, { PORT: "0" }, null);
  one.signal("SIGSTOP");
  console.log(one.pid);
  setInterval(() => {}, 1000);`;

test("a process ends with the one that started it by SIGKILL, even if it is frozen", async () => {
  const parent = spawn(process.execPath, ["--input-type=module", "-e", PROGRAM], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [printed] = await once(parent.stdout, "data");
  const pid = Number(printed);
  expect(isAlive(pid)).toBe(true);
  parent.kill("SIGKILL");
  await expect.poll(() => isAlive(pid)).toBe(false);
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
