import { Ban, CalendarClock, Check, Hourglass, LoaderCircle, X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { RouterOutputs } from "../api/trpc.ts";
import { StatusLabel, type StatusLook } from "../ui/status-label.tsx";

export type BulkJob = RouterOutputs["bulkJob"]["list"]["items"][number];
export type DescribedJob = RouterOutputs["bulkJob"]["read"];
type BulkStatus = BulkJob["status"];

/** The icon and color of each status; the label alone is sufficient. */
const LOOKS = {
  SCHEDULED: { Icon: CalendarClock, color: "text-muted" },
  CREATED: { Icon: Hourglass, color: "text-waiting" },
  RUNNING: { Icon: LoaderCircle, color: "text-running" },
  COMPLETED: { Icon: Check, color: "text-success" },
  FAILED: { Icon: X, color: "text-failure" },
  CANCELLED: { Icon: Ban, color: "text-stopped" },
} as const satisfies Record<BulkStatus, StatusLook>;

export const isInProgress = (status: BulkStatus): boolean => status === "CREATED" || status === "RUNNING";

export function BulkStatusLabel({ status }: { status: BulkStatus }) {
  const t = useTranslations("bulk-jobs.statuses");
  return (
    <StatusLabel look={LOOKS[status]} isSpinning={status === "RUNNING"} data-bulk-status={status}>
      {t(status)}
    </StatusLabel>
  );
}
