import { expect, test } from "vitest";
import { progressOf } from "./progress.ts";

const at = "2026-01-31T08:00:00.000Z";
const now = Date.parse(at) + 10_000;
const job = { recordsCount: 200, recordsFailed: 50, recordsExpected: 1000, createdAt: at, endedAt: null };

test.each<[string, Partial<typeof job> & { endedAt?: string | null }, ReturnType<typeof progressOf>]>([
  ["refused rows are done as well", {}, { percent: 25, perSecond: 25, leftMs: 30_000 }],
  [
    "nobody knows the end",
    { recordsExpected: null } as never,
    { percent: undefined, perSecond: 25, leftMs: undefined },
  ],
  ["nothing is done yet", { recordsCount: 0, recordsFailed: 0 }, { percent: 0, perSecond: 0, leftMs: undefined }],
  ["more rows than were expected", { recordsCount: 2000 }, { percent: 99, perSecond: 205, leftMs: undefined }],
  [
    "it has ended",
    { endedAt: "2026-01-31T08:00:05.000Z" as never },
    { percent: 100, perSecond: 50, leftMs: undefined },
  ],
])("%s", (_, changes, expected) => {
  expect(progressOf({ ...job, ...changes }, now)).toEqual(expected);
});
