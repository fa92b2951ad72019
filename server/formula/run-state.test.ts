import { expect, test } from "vitest";
import { hasEnded, outOfTime, runState } from "./run-state.ts";

test.each([
  ["queued", false, null, "queued"],
  ["pending", false, null, "queued"],
  ["pending", true, null, "running"],
  ["success", false, null, "success"],
  ["failed", false, "GET /x returned status 404.", "failed"],
  ["failed", false, outOfTime(90_000), "timedOut"],
  ["retry", false, null, "waitingRetry"],
  ["cancelled", false, null, "cancelled"],
  ["unknown", false, null, "failed"],
] as const)("%s, held %s, with error %s is %s", (status, isHeld, error, state) => {
  expect(runState({ status, isHeld, error })).toBe(state);
});

test("queued, running and waiting runs have not ended", () => {
  expect((["queued", "running", "waitingRetry"] as const).map(hasEnded)).toEqual([false, false, false]);
  expect((["success", "failed", "cancelled", "timedOut"] as const).map(hasEnded)).toEqual([true, true, true, true]);
});
