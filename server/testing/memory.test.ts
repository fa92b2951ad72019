import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const MEGABYTE = 1024 * 1024;
const MEMORY = new URL("./memory.ts", import.meta.url).href;

/** The most bytes that the work held, in a process of its own: other tests release their memory at any time. */
async function mostOf(work: string): Promise<number> {
  const program = `import { mostBytesHeld } from ${JSON.stringify(MEMORY)};
    import { setTimeout as wait } from "node:timers/promises";
    console.log(await mostBytesHeld(async () => { ${work} }));`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program]);
  return Number(stdout);
}

test("memory that is held for a while counts, even if it was released before the end", async () => {
  const work = `let held = Buffer.alloc(${60 * MEGABYTE}); await wait(1000); if (held) held = undefined; await wait(100);`;
  expect(await mostOf(work)).toBeGreaterThan(50 * MEGABYTE);
});

test("garbage does not count", async () => {
  const work = `for (let turn = 0; turn < 60; turn++) { Buffer.alloc(${10 * MEGABYTE}); await wait(10); }`;
  expect(await mostOf(work)).toBeLessThan(30 * MEGABYTE);
});
