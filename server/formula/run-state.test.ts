import { expect, test } from "vitest";
import { hasEnded, runState } from "./run-state.ts";

test.each([
  ["queued", false, null, "queued"],
  ["pending", false, null, "queued"],
  ["pending", true, null, "running"],
  ["success", false, null, "success"],
  ["failed", false, "noResponse", "failed"],
  ["failed", false, "outOfTime", "timedOut"],
  ["retry", false, null, "waitingRetry"],
  ["cancelled", false, null, "cancelled"],
  ["unknown", false, null, "failed"],
] as const)("%s, held %s, with reason %s is %s", (status, isHeld, reason, state) => {
  expect(runState({ status, isHeld, reason })).toBe(state);
});

test("queued, running and waiting runs have not ended", () => {
  expect((["queued", "running", "waitingRetry"] as const).map(hasEnded)).toEqual([false, false, false]);
  expect((["success", "failed", "cancelled", "timedOut"] as const).map(hasEnded)).toEqual([true, true, true, true]);
});
