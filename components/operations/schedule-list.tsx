"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useTRPC } from "../api/trpc.ts";
import { useCronText } from "../schedules/cron-text.ts";
import { routeTo } from "../screens/screens.ts";
import { MayChange } from "../shell/may-change.tsx";
import { Button } from "../ui/button.tsx";
import { DocsLink } from "../ui/docs-link.tsx";
import { lazyDialog } from "../ui/lazy-component.tsx";
import { Link } from "../ui/link.tsx";
import { MoreRows } from "../ui/more-rows.tsx";
import { Card, Page } from "../ui/page.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { Empty, Failed, Loading } from "../ui/states.tsx";
import { OperationPages } from "./operation-pages.tsx";
import { isRequest, type Schedule, ScheduleState } from "./schedule-state.tsx";

const ScheduleDialog = lazyDialog(async () => (await import("./schedule-dialog.tsx")).ScheduleDialog);

const REFRESH_MS = 15_000;

/** The schedules of formulas, and the scheduled requests. */
export function ScheduleList() {
  const t = useTranslations("operations.schedules");
  const trpc = useTRPC();
  const [isCreating, setIsCreating] = useState(false);
  const { data, error, refetch, ...more } = useInfiniteQuery({
    ...trpc.schedule.list.infiniteQueryOptions({}, { getNextPageParam: ({ next }) => next }),
    refetchInterval: REFRESH_MS,
  });
  const schedules = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Page
      title={t("title")}
      description={
        <>
          {t("description")} <DocsLink page="/executions">{t("docs")}</DocsLink>
        </>
      }
      actions={
        <MayChange isExplained>
          <Button kind="primary" aria-haspopup="dialog" onClick={() => setIsCreating(true)}>
            <Plus aria-hidden="true" className="size-4" /> {t("create")}
          </Button>
        </MayChange>
      }
    >
      <OperationPages />
      <p role="status" className="mb-3 text-muted text-sm">
        {data && t("count", { count: data.pages[0]?.total ?? 0 })}
      </p>
      {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading what={t("loading")} />}
      {data && schedules.length === 0 && <Empty title={t("none")}>{t("noneDescription")}</Empty>}
      {schedules.length > 0 && (
        <Card className="overflow-hidden">
          <ul aria-label={t("title")} className="divide-y divide-line">
            {schedules.map((schedule) => (
              <Row key={schedule.id} schedule={schedule} />
            ))}
          </ul>
        </Card>
      )}
      <MoreRows {...more} />
      <ScheduleDialog schedule={null} open={isCreating} onOpenChange={setIsCreating} />
    </Page>
  );
}

function Row({ schedule }: { schedule: Schedule }) {
  const t = useTranslations("operations.schedules");
  const cronText = useCronText();
  const { id, name, schedule: cron, trigger, data } = schedule;
  const { nextFireTime } = trigger;
  return (
    <li className="relative grid items-center gap-x-5 gap-y-1 px-5 py-3 hover:bg-tint md:grid-cols-[6rem_minmax(0,1fr)_minmax(0,16rem)_9rem]">
      <ScheduleState schedule={schedule} />
      <span className="min-w-0">
        <Link
          href={routeTo("schedule", { jobId: id })}
          aria-label={t("label", { name })}
          className="block truncate font-medium after:absolute after:inset-0"
        >
          <span translate="no">{name}</span>
        </Link>
        <span className="block truncate text-muted text-sm">
          {isRequest(data) ? `${data.method} ${data.uri}` : t("kinds.formula-instance")}
        </span>
      </span>
      <span className="min-w-0 truncate text-sm">{cronText(cron)}</span>
      <span className="text-muted text-sm">
        {nextFireTime && t.rich("next", { when: () => <RelativeTime at={nextFireTime} /> })}
      </span>
    </li>
  );
}
