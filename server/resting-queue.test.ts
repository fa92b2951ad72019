import { expect, test } from "vitest";
import { createRestingQueue } from "./resting-queue.ts";

/** A queue whose work takes ten milliseconds, in a process with this load; it uses no real clock. */
function queueUnder(load: number) {
  let now = 0;
  const log: string[] = [];
  const inTurn = createRestingQueue(16, {
    now: () => now,
    measureLoad: () => () => load,
    rest: async (milliseconds) => {
      log.push(`rest ${milliseconds}`);
    },
  });
  const work = (name: string) =>
    inTurn(async () => {
      log.push(name);
      now += 10;
      return name;
    });
  return { work, log };
}

test.each([
  { load: 0, rest: 0 },
  { load: 0.5, rest: 80 },
  { load: 1, rest: 160 },
])("at a load of $load, work of 10 ms is followed by a rest of $rest ms", async ({ load, rest }) => {
  const { work, log } = queueUnder(load);
  expect(await Promise.all([work("first"), work("second")])).toEqual(["first", "second"]);
  await Promise.resolve();
  expect(log).toEqual(["first", `rest ${rest}`, "second", `rest ${rest}`]);
});

test("a result does not wait for the rest after it", async () => {
  const inTurn = createRestingQueue(16, {
    now: () => 0,
    measureLoad: () => () => 1,
    rest: () => new Promise(() => {}),
  });
  expect(await inTurn(async () => "done")).toBe("done");
});

test("work that fails rejects for its caller only, and the next one still runs", async () => {
  const inTurn = createRestingQueue(16);
  const failing = inTurn(() => Promise.reject(new Error("no memory")));
  const next = inTurn(async () => "done");
  await expect(failing).rejects.toThrow("no memory");
  expect(await next).toBe("done");
});
