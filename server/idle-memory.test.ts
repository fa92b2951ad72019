import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { giveBackIdleMemory } from "./idle-memory.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const MB = 2 ** 20;

/** A process whose load and heap the test sets; collecting leaves 50 MB. */
function aProcess() {
  const state = { load: 0, heap: 130 * MB, collections: 0 };
  const stop = giveBackIdleMemory(1000, {
    measureLoad: () => () => state.load,
    heapSize: () => state.heap,
    collect() {
      state.collections++;
      state.heap = 50 * MB;
    },
  });
  return { state, stop };
}

const after = (seconds: number) => vi.advanceTimersByTime(seconds * 1000);

test("collects what the start has left once the process is idle", () => {
  const { state, stop } = aProcess();
  state.load = 0.5;
  after(10);
  expect(state.collections).toBe(0);
  state.load = 0.01;
  after(1);
  expect(state.collections).toBe(1);
  stop();
});

test("a heap that did not grow since is left alone", () => {
  const { state, stop } = aProcess();
  after(1);
  state.heap = 60 * MB;
  after(1000);
  expect(state.collections).toBe(1);
  state.heap = 70 * MB;
  after(1);
  expect(state.collections).toBe(2);
  stop();
});

test("a process that has something to do now and then is disturbed every few minutes at most", () => {
  const { state, stop } = aProcess();
  for (let second = 0; second < 600; second++) {
    state.heap = 130 * MB;
    after(1);
  }
  expect(state.collections).toBe(10);
  stop();
});

test("garbage of this process is collected", async () => {
  vi.useRealTimers();
  let isCollected = false;
  const registry = new FinalizationRegistry(() => {
    isCollected = true;
  });
  registry.register(Array(1_000_000).fill("garbage"), undefined);
  const stop = giveBackIdleMemory(10, { measureLoad: () => () => 0 });
  await expect.poll(() => isCollected).toBe(true);
  stop();
});
