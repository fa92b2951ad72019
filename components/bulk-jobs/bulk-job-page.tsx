"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useTRPC } from "../api/trpc.ts";
import { useScheduleText } from "../schedules/cron-text.ts";
import { routeTo } from "../screens/screens.ts";
import { Link } from "../ui/link.tsx";
import { Card, Page, Section } from "../ui/page.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { Failed, Loading } from "../ui/states.tsx";
import { useFormat } from "../ui/use-format.ts";
import { BulkErrors } from "./bulk-errors.tsx";
import { BulkJobActions } from "./bulk-job-actions.tsx";
import { BulkJobRows } from "./bulk-job-rows.tsx";
import { BulkProgress } from "./bulk-progress.tsx";
import { BulkStatusLabel, type DescribedJob, isInProgress } from "./bulk-status.tsx";

const ACTIVE_MS = 1000;
const IDLE_MS = 10_000;

/** One bulk job: its progress, its parts, and the refused rows. */
export function BulkJobPage({ bulkJobId }: { bulkJobId: string }) {
  const t = useTranslations("bulk-jobs.page");
  const labels = useTranslations("bulk-jobs");
  const titles = useTranslations("shell.titles");
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery({
    ...trpc.bulkJob.read.queryOptions({ bulkJobId }),
    refetchInterval: ({ state }) => (state.data && isInProgress(state.data.status) ? ACTIVE_MS : IDLE_MS),
  });
  const back = { href: routeTo("bulkJobs"), label: labels("list.title") };
  if (!data)
    return (
      <Page title={t("number", { id: bulkJobId })} back={back}>
        {error ? <Failed error={error} onRetry={() => void refetch()} /> : <Loading what={t("loading")} />}
      </Page>
    );
  const { direction, objectName, status, message, waitsUntil, parentId, parts, recordsFailed, schedule } = data;
  // A schedule that has ended is removed; its runs stay.
  const hasRuns = schedule !== null || parts.items.some((part) => part.direction === "workflow");
  const title = t("title", { direction: labels(`directions.${direction}`), objects: objectName });
  return (
    <Page
      title={title}
      kind={titles("bulkJob")}
      back={back}
      description={
        <>
          {t("number", { id: bulkJobId })}
          {parentId !== null && (
            <>
              {" · "}
              <Link href={routeTo("bulkJob", { bulkJobId: parentId })} className="text-accent underline">
                {t("of")}
              </Link>
            </>
          )}
        </>
      }
      actions={<BulkJobActions job={data} />}
    >
      <div className="grid gap-10">
        <Card className="grid gap-3 p-5">
          <div role="status">
            <BulkStatusLabel status={status} />
          </div>
          <BulkProgress job={data} isDetailed />
          {message && (
            <p
              className={`break-words [overflow-wrap:anywhere] ${status === "FAILED" ? "text-failure" : "text-muted"}`}
            >
              {message} {waitsUntil && <WaitsUntil at={waitsUntil} />}
            </p>
          )}
        </Card>
        {direction === "workflow" && (
          <Section title={t(hasRuns ? "runs" : "parts")}>
            {parts.items.length > 0 ? (
              <BulkJobRows label={t(hasRuns ? "runs" : "parts")} jobs={parts.items} />
            ) : (
              <p className="text-muted text-sm">{t(hasRuns ? "noRuns" : "noParts")}</p>
            )}
            {parts.total > parts.items.length && (
              <p className="mt-3 text-muted text-sm">{t("moreParts", { count: parts.items.length })}</p>
            )}
          </Section>
        )}
        {recordsFailed > 0 && (
          <Section title={t("errors")}>
            <BulkErrors bulkJobId={bulkJobId} label={t("errors")} count={recordsFailed} />
          </Section>
        )}
        <Section title={t("facts")}>
          <Facts job={data} />
        </Section>
      </div>
    </Page>
  );
}

function WaitsUntil({ at }: { at: string }) {
  const t = useTranslations("bulk-jobs.page");
  const { clock } = useFormat();
  return t("waiting", { when: clock(at) });
}

function Facts({ job }: { job: DescribedJob }) {
  const t = useTranslations("bulk-jobs.page");
  const labels = useTranslations("bulk-jobs");
  const { bytes: sized, number, moment, duration } = useFormat();
  const scheduleText = useScheduleText();
  const { connection, createdAt, endedAt, bytes, columns, criteria, callbackUrl, schedule, direction } = job;
  const textOf = (name: string) => {
    const value = criteria?.[name];
    return Array.isArray(value) ? value.join(", ") : typeof value === "string" ? value : undefined;
  };
  const facts: [string, ReactNode][] = [
    [
      t("connection"),
      connection ? (
        <Link
          key="connection"
          href={routeTo("connection", { elementInstanceId: connection.id })}
          className="text-accent underline"
        >
          {connection.name}
        </Link>
      ) : (
        labels("noConnection")
      ),
    ],
    [t("started_at"), <RelativeTime key="at" at={createdAt} />],
    [t("ended"), endedAt && moment(endedAt)],
    [t("took"), endedAt && duration(Date.parse(endedAt) - Date.parse(createdAt))],
    [t("size"), direction !== "workflow" && bytes > 0 && sized(bytes)],
    [t("columns"), columns > 0 && number(columns)],
    [t("where"), textOf("where")],
    [t("fields"), textOf("fields")],
    [t("identifier"), textOf("identifierFieldName")],
    [t("callback"), callbackUrl],
    [t("schedule"), schedule && (schedule.enabled ? scheduleText(schedule.cron) : t("paused"))],
    [t("next"), schedule?.enabled && schedule.nextRunAt && moment(schedule.nextRunAt)],
  ];
  return (
    <>
      <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-[10rem_minmax(0,1fr)]">
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name} className="contents">
                <dt className="text-muted">{name}</dt>
                <dd translate="no" className="min-w-0 break-words [overflow-wrap:anywhere]">
                  {value}
                </dd>
              </div>
            ),
        )}
      </dl>
      {job.isFileDeleted && <p className="mt-4 text-muted text-sm">{t("fileDeleted")}</p>}
    </>
  );
}
