import { Ban, Check, CircleHelp, Hourglass, LoaderCircle, TimerOff, X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ExecutionStatus } from "#server/formula/execution-status.ts";
import type { RunState } from "#server/formula/run-state.ts";
import { StatusLabel, type StatusLook } from "./status-label.tsx";

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
} as const satisfies Record<ExecutionStatus | RunState, StatusLook>;

export function RunStatus({ status }: { status: ExecutionStatus | RunState }) {
  const t = useTranslations("ui.runStatus");
  const isSpinning = status === "pending" || status === "running";
  return (
    <StatusLabel look={RUN_STATUSES[status]} isSpinning={isSpinning} data-run-status={status}>
      {t(status)}
    </StatusLabel>
  );
}
