import { Ban, Check, CircleHelp, Hourglass, LoaderCircle, type LucideIcon, X } from "lucide-react";
import type { ExecutionStatus } from "#server/formula/execution-status.ts";

/** Each state of a run by sign, word and colour: the word alone is enough. */
export const RUN_STATUSES = {
  success: { Icon: Check, words: "Success", color: "text-success" },
  failed: { Icon: X, words: "Failed", color: "text-failure" },
  pending: { Icon: LoaderCircle, words: "Running", color: "text-running" },
  queued: { Icon: Hourglass, words: "Queued", color: "text-waiting" },
  retry: { Icon: Hourglass, words: "Waits to retry", color: "text-waiting" },
  cancelled: { Icon: Ban, words: "Cancelled", color: "text-stopped" },
  unknown: { Icon: CircleHelp, words: "Lost", color: "text-stopped" },
} as const satisfies Record<ExecutionStatus, { Icon: LucideIcon; words: string; color: string }>;

export function RunStatus({ status }: { status: ExecutionStatus }) {
  const { Icon, words, color } = RUN_STATUSES[status];
  return (
    <span
      data-run-status={status}
      className={`inline-flex items-center gap-1.5 whitespace-nowrap font-medium text-sm ${color}`}
    >
      <Icon
        aria-hidden="true"
        strokeWidth={2.5}
        className={`size-4 ${status === "pending" ? "motion-safe:animate-spin" : ""}`}
      />
      {words}
    </span>
  );
}
