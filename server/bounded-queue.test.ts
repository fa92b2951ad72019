import { expect, test } from "vitest";
import { createBoundedQueue } from "./bounded-queue.ts";

function gated() {
  const gates: (() => void)[] = [];
  const started: string[] = [];
  const work = (name: string) => async () => {
    started.push(name);
    await new Promise<void>((resolve) => gates.push(resolve));
    return name;
  };
  return { work, started, open: () => gates.shift()?.() };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("so much runs at a time, the rest in the order it came", async () => {
  const run = createBoundedQueue({ concurrency: 2 });
  const { work, started, open } = gated();
  const results = ["a", "b", "c", "d"].map((name) => run(work(name)));
  await settled();
  expect(started).toEqual(["a", "b"]);
  open();
  await settled();
  expect(started).toEqual(["a", "b", "c"]);
  for (let i = 0; i < 3; i++) {
    open();
    await settled();
  }
  expect(await Promise.all(results)).toEqual(["a", "b", "c", "d"]);
});

test("work that fails gives its place away too", async () => {
  const run = createBoundedQueue({ concurrency: 1 });
  await expect(run(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await run(async () => 1)).toBe(1);
});

test("one key cannot take every place, and no more wait than may", async () => {
  const run = createBoundedQueue({ concurrency: 1, maxWaiting: 3, maxWaitingPerKey: 2 });
  const { work, open } = gated();
  const fine = [run(work("1"), "x"), run(work("2"), "x"), run(work("3"), "x")];
  const refused = { kind: "tooManyRequests", headers: { "retry-after": "1" } };
  await expect(run(work("4"), "x")).rejects.toMatchObject(refused);
  fine.push(run(work("5"), "y"));
  await expect(run(work("6"), "z")).rejects.toMatchObject(refused);
  for (let i = 0; i < 4; i++) {
    open();
    await settled();
  }
  expect(await Promise.all(fine)).toEqual(["1", "2", "3", "5"]);
});
