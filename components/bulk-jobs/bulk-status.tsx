import { Ban, CalendarClock, Check, Hourglass, LoaderCircle, type LucideIcon, X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Answer } from "../api/trpc.ts";

export type BulkJob = Answer["bulkJob"]["list"]["items"][number];
export type DescribedJob = Answer["bulkJob"]["read"];
type BulkStatus = BulkJob["status"];

/** The icon and color of each status; the label alone is sufficient. */
const LOOKS = {
  SCHEDULED: { Icon: CalendarClock, color: "text-muted" },
  CREATED: { Icon: Hourglass, color: "text-waiting" },
  RUNNING: { Icon: LoaderCircle, color: "text-running" },
  COMPLETED: { Icon: Check, color: "text-success" },
  FAILED: { Icon: X, color: "text-failure" },
  CANCELLED: { Icon: Ban, color: "text-stopped" },
} as const satisfies Record<BulkStatus, { Icon: LucideIcon; color: string }>;

export const isInProgress = (status: BulkStatus): boolean => status === "CREATED" || status === "RUNNING";

export function BulkStatusLabel({ status }: { status: BulkStatus }) {
  const t = useTranslations("bulk-jobs.statuses");
  const { Icon, color } = LOOKS[status];
  return (
    <span
      data-bulk-status={status}
      className={`inline-flex items-center gap-1.5 whitespace-nowrap font-medium text-sm ${color}`}
    >
      <Icon
        aria-hidden="true"
        strokeWidth={2.5}
        className={`size-4 ${status === "RUNNING" ? "motion-safe:animate-spin" : ""}`}
      />
      {t(status)}
    </span>
  );
}
