"use client";

import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { NEXT_PAGE } from "../api/next-page.ts";
import { type RouterOutputs, useTRPC } from "../api/trpc.ts";
import { useScheduleText } from "../schedules/cron-text.ts";
import { routeTo } from "../screens/screens.ts";
import { useOpenScreen } from "../screens/use-open-screen.ts";
import { MayChange } from "../shell/may-change.tsx";
import { Button } from "../ui/button.tsx";
import { DeleteButton } from "../ui/delete-button.tsx";
import { Facts } from "../ui/facts.tsx";
import { lazyDialog } from "../ui/lazy-component.tsx";
import { MoreRows } from "../ui/more-rows.tsx";
import { Card, Page, Section } from "../ui/page.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { RUN_STATUSES } from "../ui/run-status.tsx";
import { Failed, Loading } from "../ui/states.tsx";
import { StatusLabel } from "../ui/status-label.tsx";
import { useToast } from "../ui/toasts.tsx";
import { useFormat } from "../ui/use-format.ts";
import { isRequest, type Schedule, ScheduleState } from "./schedule-state.tsx";

const ScheduleDialog = lazyDialog(async () => (await import("./schedule-dialog.tsx")).ScheduleDialog);

type Run = RouterOutputs["schedule"]["runs"]["items"][number];

const REFRESH_MS = 5000;

/** One schedule: what it does and when, and its runs. */
export function SchedulePage({ jobId }: { jobId: string }) {
  const t = useTranslations("operations.schedule");
  const list = useTranslations("operations.schedules");
  const titles = useTranslations("shell.titles");
  const scheduleText = useScheduleText();
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery({
    ...trpc.schedule.read.queryOptions({ jobId }),
    refetchInterval: REFRESH_MS,
  });
  const back = { href: routeTo("schedules"), label: list("title") };
  if (!data)
    return (
      <Page title={titles("schedule")} back={back}>
        {error ? <Failed error={error} onRetry={() => void refetch()} /> : <Loading what={t("loading")} />}
      </Page>
    );
  const { name, description, schedule: cron, trigger, data: what } = data;
  return (
    <Page
      title={name}
      kind={titles("schedule")}
      back={back}
      description={<ScheduleState schedule={data} />}
      actions={<Actions schedule={data} />}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
        <Card className="p-5">
          <Facts
            facts={[
              ...(isRequest(what)
                ? ([
                    [
                      t("request"),
                      <code key="request" className="font-mono text-[0.8125rem]">
                        {what.method} {what.uri}
                      </code>,
                    ],
                    [t("query"), Object.keys(what.query).length > 0 && JSON.stringify(what.query)],
                    [t("headers"), Object.keys(what.headers).join(", ")],
                    [t("body"), what.body !== undefined && JSON.stringify(what.body)],
                  ] as const)
                : []),
              [t("description"), description],
              [t("times"), `${scheduleText(cron)} (${cron})`],
              [t("next"), trigger.nextFireTime && <RelativeTime key="next" at={trigger.nextFireTime} />],
            ]}
          />
          {!isRequest(what) && <p className="mt-3 text-muted text-sm">{t("ofFormula")}</p>}
        </Card>
        <Section title={t("runs")}>
          <Runs jobId={jobId} />
        </Section>
      </div>
    </Page>
  );
}

function Actions({ schedule }: { schedule: Schedule }) {
  const t = useTranslations("operations.schedule");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const openScreen = useOpenScreen("replace");
  const [isEditing, setIsEditing] = useState(false);
  const { id: jobId, name, trigger, data } = schedule;
  const isOn = trigger.state === "NORMAL";
  const turn = useMutation(
    trpc.schedule.switch.mutationOptions({ onSuccess: () => queries.invalidateQueries(trpc.schedule.pathFilter()) }),
  );
  const remove = useMutation(
    trpc.schedule.remove.mutationOptions({
      async onSuccess() {
        toast(t("deleted"));
        await Promise.all([
          openScreen(routeTo("schedules")),
          queries.invalidateQueries(trpc.schedule.list.pathFilter()),
        ]);
      },
    }),
  );
  return (
    <MayChange isExplained>
      <Button isBusy={turn.isPending} onClick={() => turn.mutate({ jobId, on: !isOn })}>
        {t(isOn ? "pause" : "resume")}
      </Button>
      {isRequest(data) && (
        <>
          <Button aria-haspopup="dialog" onClick={() => setIsEditing(true)}>
            {t("edit")}
          </Button>
          <DeleteButton
            name={name}
            kind={t("deleteKind")}
            description={t("deleteDescription")}
            isBusy={remove.isPending}
            error={remove.error}
            onDelete={() => remove.mutate({ jobId })}
          />
          <ScheduleDialog schedule={schedule} open={isEditing} onOpenChange={setIsEditing} />
        </>
      )}
      {turn.error && <Failed error={turn.error} />}
    </MayChange>
  );
}

const LOOKS = {
  waiting: RUN_STATUSES.queued,
  running: RUN_STATUSES.running,
  success: RUN_STATUSES.success,
  failed: RUN_STATUSES.failed,
} as const;

function Runs({ jobId }: { jobId: string }) {
  const t = useTranslations("operations.schedule");
  const trpc = useTRPC();
  const { data, error, refetch, ...more } = useInfiniteQuery({
    ...trpc.schedule.runs.infiniteQueryOptions({ jobId }, NEXT_PAGE),
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : REFRESH_MS),
  });
  if (!data)
    return error ? <Failed error={error} onRetry={() => void refetch()} /> : <Loading what={t("loadingRuns")} />;
  const runs = data.pages.flatMap(({ items }) => items);
  if (runs.length === 0) return <p className="text-muted text-sm">{t("noRuns")}</p>;
  return (
    <>
      <Card className="overflow-hidden">
        <ul aria-label={t("runs")} className="divide-y divide-line">
          {runs.map((run) => (
            <RunRow key={run.job_history_id} run={run} />
          ))}
        </ul>
      </Card>
      <MoreRows {...more} />
    </>
  );
}

function RunRow({ run }: { run: Run }) {
  const t = useTranslations("operations.schedule");
  const { duration } = useFormat();
  const { job_state, job_error_message, start_time, end_time, created_dt, job_data } = run;
  const { status } = job_data;
  return (
    <li className="grid gap-x-4 gap-y-1 px-5 py-3 sm:grid-cols-[8rem_minmax(0,1fr)_7rem]">
      <StatusLabel look={LOOKS[job_state]} isSpinning={job_state === "running"} data-job-state={job_state}>
        {t(`states.${job_state}`)}
      </StatusLabel>
      <span className="min-w-0 text-sm">
        {typeof status === "number" && <span className="mr-3">{t("status", { status: String(status) })}</span>}
        {start_time && end_time && (
          <span className="text-muted">{duration(Math.max(0, Date.parse(end_time) - Date.parse(start_time)))}</span>
        )}
        {job_error_message && (
          <span className="line-clamp-6 block break-words text-failure [overflow-wrap:anywhere]">
            {job_error_message}
          </span>
        )}
      </span>
      <span className="text-muted text-sm">
        <RelativeTime at={created_dt} />
      </span>
    </li>
  );
}
