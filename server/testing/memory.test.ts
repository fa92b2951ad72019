import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { mostBytesHeld } from "./memory.ts";

const MEGABYTE = 1024 * 1024;

test("memory that is held for a while counts, after it was released as well", async () => {
  const most = await mostBytesHeld(async () => {
    let held: Buffer | undefined = Buffer.alloc(60 * MEGABYTE);
    for (let turn = 0; turn < 30; turn++) await wait(100);
    expect(held.length).toBe(60 * MEGABYTE);
    held = undefined;
    await wait(10);
  });
  expect(most).toBeGreaterThan(50 * MEGABYTE);
});

test("garbage does not count", async () => {
  const most = await mostBytesHeld(async () => {
    for (let turn = 0; turn < 30; turn++) {
      expect(Buffer.alloc(10 * MEGABYTE).length + "n".repeat(MEGABYTE).length).toBeGreaterThan(0);
      await wait(10);
    }
  });
  expect(most).toBeLessThan(30 * MEGABYTE);
});
