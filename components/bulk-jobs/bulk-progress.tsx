"use client";

import { useTranslations } from "next-intl";
import { useFormat } from "../ui/use-format.ts";
import { type BulkJob, isInProgress } from "./bulk-status.tsx";
import { progressOf } from "./progress.ts";

type Props = {
  job: Pick<
    BulkJob,
    "id" | "status" | "direction" | "recordsCount" | "recordsFailed" | "recordsExpected" | "createdAt" | "endedAt"
  >;
  /** Also shows the rate and the remaining time. */
  isDetailed?: boolean;
};

/** The progress of a bulk job: a bar while it runs, and its rows. Without a known end the bar is indeterminate. */
export function BulkProgress({ job, isDetailed = false }: Props) {
  const t = useTranslations("bulk-jobs.progress");
  const { number, duration } = useFormat();
  const { id, status, recordsCount, recordsFailed, recordsExpected } = job;
  if (status === "SCHEDULED") return null;
  const { percent, perSecond, leftMs } = progressOf(job, Date.now());
  const isRunning = isInProgress(status);
  const rows =
    isRunning && recordsExpected
      ? t("ofRows", { count: recordsCount, expected: recordsExpected })
      : t("rows", { count: recordsCount });
  return (
    <span className="grid gap-1.5">
      {isRunning && (
        <span
          role="progressbar"
          aria-label={t("label", { id })}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
          aria-valuetext={rows}
          className="block h-2 overflow-hidden rounded-full bg-code"
        >
          <span
            className={`block h-full rounded-full bg-accent transition-[width] ${percent === undefined ? "w-1/3 motion-safe:animate-pulse" : ""}`}
            style={percent === undefined ? undefined : { width: `${percent}%` }}
          />
        </span>
      )}
      <span className="flex flex-wrap gap-x-3 text-muted text-sm">
        <span>{rows}</span>
        {recordsFailed > 0 && <span className="text-failure">{t("refused", { count: recordsFailed })}</span>}
        {isDetailed && isRunning && perSecond > 0 && <span>{t("rate", { count: perSecond })}</span>}
        {isDetailed && leftMs !== undefined && <span>{t("left", { time: duration(leftMs) })}</span>}
        {isDetailed && percent !== undefined && isRunning && <span>{t("percent", { percent: number(percent) })}</span>}
      </span>
    </span>
  );
}
