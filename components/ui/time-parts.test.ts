import { expect, test } from "vitest";
import { durationParts, fromNow } from "./time-parts.ts";

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000];

test.each([
  [40 * SECOND, 40, "second"],
  [59.6 * SECOND, 1, "minute"],
  [59 * MINUTE + 20 * SECOND, 59, "minute"],
  [59 * MINUTE + 50 * SECOND, 1, "hour"],
  [23 * HOUR + 20 * MINUTE, 23, "hour"],
  [23 * HOUR + 40 * MINUTE, 1, "day"],
  [29 * DAY, 29, "day"],
  [29.8 * DAY, 1, "month"],
  [359 * DAY, 1, "year"],
  [-2 * HOUR, -2, "hour"],
  [-23.8 * HOUR, -1, "day"],
])("%s ms from now are %s %s", (ms, amount, unit) => expect(fromNow(ms)).toEqual({ amount, unit }));

test.each([
  [0, { milliseconds: 0 }],
  [999.4, { milliseconds: 999 }],
  [999.6, { seconds: 1 }],
  [2449, { seconds: 2.4 }],
  [59_949, { seconds: 59.9 }],
  [59_960, { minutes: 1, seconds: 0 }],
  [119_600, { minutes: 2, seconds: 0 }],
  [179_400, { minutes: 2, seconds: 59 }],
])("%s ms are %j", (ms, parts) => expect(durationParts(ms)).toEqual(parts));
