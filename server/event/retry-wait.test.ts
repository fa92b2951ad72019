import { expect, test } from "vitest";
import { recipientRetryWait, retryAfterMs, retryWait } from "./retry-wait.ts";

test.each([
  [1, 4],
  [2, 16],
  [3, 64],
  [9, 262_144],
])("after attempt %d the wait is 2^(2x) = %d s, give or take a tenth", (attempts, seconds) => {
  const wait = (chance: number) => retryWait(attempts, { unitMs: 1000, chance });
  expect([wait(0), wait(0.5), wait(1)]).toEqual([seconds * 900, seconds * 1000, seconds * 1100]);
});

test("after the ninth retry there is none", () => {
  expect(retryWait(10, { unitMs: 1000, chance: 0.5 })).toBeNull();
});

test.each([
  [1, 30],
  [2, 60],
  [8, 3840],
])("after attempt %d to reach a recipient the wait is at most %d s, and at least half of that", (attempts, seconds) => {
  const wait = (chance: number) => recipientRetryWait(attempts, { unitMs: 1000, chance });
  expect([wait(0), wait(1)]).toEqual([seconds * 500, seconds * 1000]);
});

test("after the eighth retry to reach a recipient there is none", () => {
  expect(recipientRetryWait(9, { unitMs: 1000, chance: 0.5 })).toBeNull();
});

const now = new Date("2026-11-21T12:00:00Z");
test.each([
  [undefined, 0],
  ["120", 120_000],
  ["Sat, 21 Nov 2026 12:01:00 GMT", 60_000],
  ["Sat, 21 Nov 2026 11:00:00 GMT", 0],
  ["soon", 0],
  ["-5", 0],
])("Retry-After %j waits %d ms", (header, ms) => expect(retryAfterMs(header, now)).toBe(ms));

test("honors a longer wait of a receiver, up to a day", () => {
  expect(retryWait(1, { unitMs: 1000, chance: 0.5, wishMs: 60_000 })).toBe(60_000);
  expect(retryWait(1, { unitMs: 1000, chance: 0.5, wishMs: 1000 })).toBe(4000);
  expect(retryWait(1, { unitMs: 1000, chance: 0.5, wishMs: 1e12 })).toBe(86_400_000);
});
