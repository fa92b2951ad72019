import { Ban, Check, CircleHelp, Hourglass, LoaderCircle, type LucideIcon, TimerOff, X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ExecutionStatus } from "#server/formula/execution-status.ts";
import type { RunState } from "#server/formula/run-state.ts";

const RUNNING = { Icon: LoaderCircle, color: "text-running" };
const WAITS = { Icon: Hourglass, color: "text-waiting" };

/** The icon and color of each run state, by its name in the API or on screens; the label alone is sufficient. */
export const RUN_STATUSES = {
  success: { Icon: Check, color: "text-success" },
  failed: { Icon: X, color: "text-failure" },
  pending: RUNNING,
  running: RUNNING,
  queued: { Icon: Hourglass, color: "text-waiting" },
  retry: WAITS,
  waitingRetry: WAITS,
  cancelled: { Icon: Ban, color: "text-stopped" },
  timedOut: { Icon: TimerOff, color: "text-failure" },
  unknown: { Icon: CircleHelp, color: "text-stopped" },
} as const satisfies Record<ExecutionStatus | RunState, { Icon: LucideIcon; color: string }>;

export function RunStatus({ status }: { status: ExecutionStatus | RunState }) {
  const t = useTranslations("ui.runStatus");
  const { Icon, color } = RUN_STATUSES[status];
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
      {t(status)}
    </span>
  );
}
