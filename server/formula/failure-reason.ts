import { FAILURE_STATUS, Failure, type FailureReason } from "../errors.ts";

/** Why a step or a run failed, for code that depends on it: errors may be reworded. */
export type RunFailureReason =
  | FailureReason
  /** A list was required. */
  | "noList"
  | "scriptOutOfTime"
  /** The run exceeded its steps, or its time. */
  | "outOfSteps"
  | "outOfTime";

/**
 * The error and the reason of a thrown value. Without a reason of its own, a status from 500 means that there was no
 * response.
 */
export function thrownFailure(error: unknown): { error: string; reason?: RunFailureReason } {
  const { kind = "badGateway", reason } = error instanceof Failure ? error : {};
  const known = reason ?? (FAILURE_STATUS[kind] >= 500 ? "noResponse" : undefined);
  return { error: error instanceof Error ? error.message : String(error), ...(known && { reason: known }) };
}
