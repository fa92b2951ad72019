"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { cutText } from "#server/cut-text.ts";
import { NEXT_PAGE } from "../api/next-page.ts";
import { useTRPC } from "../api/trpc.ts";
import { useScheduleText } from "../schedules/cron-text.ts";
import { routeTo } from "../screens/screens.ts";
import { MayChange } from "../shell/may-change.tsx";
import { useAddressFilters } from "../shell/use-address-filters.ts";
import { Button } from "../ui/button.tsx";
import { DocsLink } from "../ui/docs-link.tsx";
import { FilterFields } from "../ui/filter-fields.tsx";
import { lazyDialog } from "../ui/lazy-component.tsx";
import { Link } from "../ui/link.tsx";
import { LiveList, whileFirstPage } from "../ui/live-list.tsx";
import { Card, Page } from "../ui/page.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { SearchForm } from "../ui/search-form.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { Empty } from "../ui/states.tsx";
import { useFormat } from "../ui/use-format.ts";
import { OperationPages } from "./operation-pages.tsx";
import { isRequest, type Schedule, ScheduleState } from "./schedule-state.tsx";

const ScheduleDialog = lazyDialog(async () => (await import("./schedule-dialog.tsx")).ScheduleDialog);

const REFRESH_MS = 15_000;
const HOUR_MS = 3600_000;
const NEXT = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 168 * HOUR_MS } as const;
const STATES = ["on", "paused"] as const;
const FILTERS = ["q", "account", "state", "next"] as const;

/** The schedules of formulas, and the scheduled requests. */
export function ScheduleList({ seesAccounts }: { seesAccounts: boolean }) {
  const t = useTranslations("operations.schedules");
  const trpc = useTRPC();
  const [isCreating, setIsCreating] = useState(false);
  const { text, id, time, oneOf, narrow, clear, isNarrowed } = useAddressFilters(FILTERS);
  const state = oneOf("state", STATES);
  const filters = {
    search: cutText(text("q") ?? "", 255) || undefined,
    accountId: id("account"),
    enabled: state && state === "on",
    nextBefore: time("next"),
  };
  const pages = useInfiniteQuery({
    ...trpc.schedule.list.infiniteQueryOptions(filters, NEXT_PAGE),
    refetchInterval: whileFirstPage(REFRESH_MS),
  });
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
      <LiveList
        filters={
          <FilterFields>
            <SearchForm
              label={t("search")}
              hint={t("searchHint")}
              value={text("q") ?? ""}
              onSearch={(q) => narrow({ q })}
            />
            {seesAccounts && <AccountFilter value={filters.accountId} onChange={(account) => narrow({ account })} />}
            <SelectField<string>
              label={t("state")}
              value={state ?? ""}
              options={[{ value: "", label: t("all") }, ...STATES.map((value) => ({ value, label: t(value) }))]}
              onChange={(chosen) => narrow({ state: chosen })}
            />
            <NextRunFilter until={filters.nextBefore} onChange={(next) => narrow({ next })} />
          </FilterFields>
        }
        narrowed={{ isNarrowed, clear }}
        pages={pages}
        keyOf={({ id: key }) => key}
        texts={{
          loading: t("loading"),
          count: (count) => t("count", { count }),
          waiting: (count) => t("waiting", { count }),
          noneSuch: t("noneSuch"),
        }}
        empty={<Empty title={t("none")}>{t("noneDescription")}</Empty>}
      >
        {(schedules) => (
          <Card className="overflow-hidden">
            <ul aria-label={t("title")} className="divide-y divide-line">
              {schedules.map((schedule) => (
                <Row key={schedule.id} schedule={schedule} />
              ))}
            </ul>
          </Card>
        )}
      </LiveList>
      <ScheduleDialog schedule={null} open={isCreating} onOpenChange={setIsCreating} />
    </Page>
  );
}

function AccountFilter({ value, onChange }: { value: number | undefined; onChange: (account: string) => void }) {
  const t = useTranslations("operations.schedules");
  const trpc = useTRPC();
  const { data: accounts } = useQuery(trpc.account.list.queryOptions({}));
  return (
    <SelectField
      label={t("account")}
      value={String(value ?? "")}
      options={[
        { value: "", label: t("all") },
        ...(accounts?.items ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={onChange}
    />
  );
}

/** Until when the next run is; the address has the time itself, so that it shows the same to others. */
function NextRunFilter({ until, onChange }: { until: string | undefined; onChange: (next: string) => void }) {
  const t = useTranslations("operations.schedules");
  const format = useFormat();
  // The keys of the table are its names.
  const times = (Object.keys(NEXT) as (keyof typeof NEXT)[]).map((key) => ({ value: key, label: t(`times.${key}`) }));
  return (
    <SelectField<string>
      label={t("nextRun")}
      value={until ?? ""}
      options={[
        { value: "", label: t("all") },
        ...(until === undefined ? [] : [{ value: until, label: t("until", { when: format.minute(until) }) }]),
        ...times,
      ]}
      onChange={(chosen) => {
        const ms = NEXT[chosen as keyof typeof NEXT];
        onChange(ms === undefined ? chosen : new Date(Date.now() + ms).toISOString());
      }}
    />
  );
}

function Row({ schedule }: { schedule: Schedule }) {
  const t = useTranslations("operations.schedules");
  const scheduleText = useScheduleText();
  const { id, name, schedule: cron, trigger, data } = schedule;
  const { nextFireTime } = trigger;
  return (
    <li className="relative grid items-center gap-x-5 gap-y-1 px-5 py-3 hover:bg-tint md:grid-cols-[7rem_minmax(0,1fr)_minmax(0,16rem)_9rem]">
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
      <span className="min-w-0 truncate text-sm">{scheduleText(cron)}</span>
      <span className="text-muted text-sm">
        {nextFireTime && t.rich("next", { when: () => <RelativeTime at={nextFireTime} isAhead /> })}
      </span>
    </li>
  );
}
