/** The states of an execution, each with its possible next states. */
const TRANSITIONS = {
  /** Waits for earlier executions of the same single-threaded instance. */
  queued: ["pending", "cancelled"],
  /** Accepted or running. */
  pending: ["success", "failed", "retry", "cancelled", "unknown"],
  /** Will run again later. */
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

/** The states from which an execution can become `to`: a write of `to` must check for these. */
export const whichMayBecome = (to: ExecutionStatus): ExecutionStatus[] =>
  EXECUTION_STATUSES.filter((from) => mayBecome(from, to));

/** Whether the state is final. */
export const isFinal = (status: ExecutionStatus): boolean => TRANSITIONS[status].length === 0;
