/** The states of an execution and what each may become. */
const TRANSITIONS = {
  /** Waits for the executions before it of the same single-threaded instance. */
  queued: ["pending", "cancelled"],
  /** Accepted or running. */
  pending: ["success", "failed", "retry", "cancelled", "unknown"],
  /** Runs again later. */
  retry: ["pending", "queued", "cancelled"],
  success: [],
  failed: [],
  cancelled: [],
  unknown: [],
} as const satisfies Record<string, readonly string[]>;

export type ExecutionStatus = keyof typeof TRANSITIONS;

export const EXECUTION_STATUSES = Object.keys(TRANSITIONS) as ExecutionStatus[]; // the keys of the literal above

export const mayBecome = (from: ExecutionStatus, to: ExecutionStatus): boolean =>
  (TRANSITIONS[from] as readonly ExecutionStatus[]).includes(to);

/** Those from which an execution can come to be `to`: what a write that sets it must find. */
export const whichMayBecome = (to: ExecutionStatus): ExecutionStatus[] =>
  EXECUTION_STATUSES.filter((from) => mayBecome(from, to));

/** Nothing follows it any more. */
export const isFinal = (status: ExecutionStatus): boolean => TRANSITIONS[status].length === 0;
