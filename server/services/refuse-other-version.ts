import { Failure } from "#server/errors.ts";

/** Refuses (conflict) to replace another version of a definition than the one in the plan. */
export function refuseOtherVersion(current: number | undefined, planned: number | undefined): void {
  if (planned === undefined || planned === current) return;
  throw new Failure("conflict", "It was changed after the plan, and was not replaced. Plan the import again.", {
    reason: "publishedMeanwhile",
  });
}
