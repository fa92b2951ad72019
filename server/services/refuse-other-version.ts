import { Failure } from "#server/errors.ts";

const REASON = "publishedMeanwhile";

/** Refuses (conflict) to replace another version of a definition than the one in the plan; null: the plan had none. */
export function refuseOtherVersion(current: number | null, planned: number | null | undefined): void {
  if (planned !== undefined && planned !== current) throw changedAfterPlan();
}

/** The refusal (conflict) of a definition that was changed, or created, after the plan of its import. */
export const changedAfterPlan = (cause?: unknown) =>
  new Failure("conflict", "It was changed after the plan, and was not replaced. Plan the import again.", {
    ...{ reason: REASON, cause },
  });

export const isChangedAfterPlan = (error: unknown): boolean => error instanceof Failure && error.reason === REASON;

/** Creates a definition whose name was free in the plan: the only conflict is that it no longer is. */
export async function createdAsPlanned<Result>(create: () => Promise<Result>): Promise<Result> {
  try {
    return await create();
  } catch (error) {
    throw error instanceof Failure && error.kind === "conflict" ? changedAfterPlan(error) : error;
  }
}
