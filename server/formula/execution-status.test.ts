import { expect, test } from "vitest";
import { EXECUTION_STATUSES, isFinal, mayBecome, whichMayBecome } from "./execution-status.ts";

const ALLOWED = [
  "queued>pending",
  "queued>cancelled",
  "pending>success",
  "pending>failed",
  "pending>retry",
  "pending>cancelled",
  "pending>unknown",
  "retry>pending",
  "retry>queued",
  "retry>cancelled",
];

test.each(EXECUTION_STATUSES.flatMap((from) => EXECUTION_STATUSES.map((to) => [from, to] as const)))(
  "%s > %s",
  (from, to) => {
    expect(mayBecome(from, to)).toBe(ALLOWED.includes(`${from}>${to}`));
  },
);

test("keeps final states, and refuses to cancel them", () => {
  expect(EXECUTION_STATUSES.filter(isFinal)).toEqual(["success", "failed", "cancelled", "unknown"]);
  expect(whichMayBecome("cancelled")).toEqual(["queued", "pending", "retry"]);
});
