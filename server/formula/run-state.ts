import type { ExecutionStatus } from "./execution-status.ts";
import type { RunFailureReason } from "./failure-reason.ts";

/**
 * The state of an execution for people. The API has fewer states: `pending` is both accepted and running, and an
 * execution that timed out is `failed`.
 */
export const RUN_STATES = ["queued", "running", "success", "failed", "waitingRetry", "cancelled", "timedOut"] as const;
export type RunState = (typeof RUN_STATES)[number];

type RunFacts = { status: ExecutionStatus; reason: RunFailureReason | null; isHeld: boolean };

/** `isHeld`: a process is running it now. */
export function runState({ status, reason, isHeld }: RunFacts): RunState {
  if (status === "pending") return isHeld ? "running" : "queued";
  if (status === "retry") return "waitingRetry";
  if (status === "failed" && reason === "outOfTime") return "timedOut";
  // To people, a lost run has failed.
  return status === "unknown" ? "failed" : status;
}

/** Whether it ran a draft, which is stored as an unpublished revision below zero. */
export const isTrial = ({ revision }: { revision: number }): boolean => revision < 0;

/** Whether the state is final. */
export const hasEnded = (state: RunState): boolean =>
  state === "success" || state === "failed" || state === "cancelled" || state === "timedOut";

/** The number of attempts, including one that is waiting to start. */
export const attemptOf = ({ attempt }: { attempt: number }, state: RunState): number =>
  state === "waitingRetry" ? attempt - 1 : attempt;
