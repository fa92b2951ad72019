import { Ban, Check, CircleHelp, Hourglass, LoaderCircle, type LucideIcon, TimerOff, X } from "lucide-react";
import type { ExecutionStatus } from "#server/formula/execution-status.ts";
import type { RunState } from "#server/formula/run-state.ts";

const RUNNING = { Icon: LoaderCircle, words: "Running", color: "text-running" };
const WAITS = { Icon: Hourglass, words: "Waits to retry", color: "text-waiting" };

/** Each state of a run by sign, word and colour, as the API and as screens tell them: the word alone is enough. */
export const RUN_STATUSES = {
  success: { Icon: Check, words: "Success", color: "text-success" },
  failed: { Icon: X, words: "Failed", color: "text-failure" },
  pending: RUNNING,
  running: RUNNING,
  queued: { Icon: Hourglass, words: "Queued", color: "text-waiting" },
  retry: WAITS,
  waitingRetry: WAITS,
  cancelled: { Icon: Ban, words: "Cancelled", color: "text-stopped" },
  timedOut: { Icon: TimerOff, words: "Timed out", color: "text-failure" },
  unknown: { Icon: CircleHelp, words: "Lost", color: "text-stopped" },
} as const satisfies Record<ExecutionStatus | RunState, { Icon: LucideIcon; words: string; color: string }>;

export function RunStatus({ status }: { status: ExecutionStatus | RunState }) {
  const { Icon, words, color } = RUN_STATUSES[status];
  return (
    <span
      data-run-status={status}
      className={`inline-flex items-center gap-1.5 whitespace-nowrap font-medium text-sm ${color}`}
    >
      <Icon
        aria-hidden="true"
        strokeWidth={2.5}
        className={`size-4 ${status === "pending" || status === "running" ? "motion-safe:animate-spin" : ""}`}
      />
      {words}
    </span>
  );
}
