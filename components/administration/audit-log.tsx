"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useTRPC } from "../api/trpc.ts";
import { Button, buttonLook } from "../ui/button.tsx";
import { DocsLink } from "../ui/docs-link.tsx";
import { MoreRows } from "../ui/more-rows.tsx";
import { Card, Page } from "../ui/page.tsx";
import { Empty, Failed, Loading } from "../ui/states.tsx";
import { AuditFilters } from "./audit-filters.tsx";
import { AuditRow } from "./audit-row.tsx";
import { useFilters } from "./use-filters.ts";

const IS_DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The local day's first or last moment; undefined for anything but a day. */
function momentOf(day: string, time: string): Date | undefined {
  const moment = IS_DAY.test(day) ? new Date(`${day}T${time}`) : undefined;
  return moment && !Number.isNaN(moment.getTime()) ? moment : undefined;
}

/** The changes of all users, newest first. The filters are in the address, and apply to the export. */
export function AuditLog() {
  const t = useTranslations("administration.audit");
  const common = useTranslations("administration");
  const trpc = useTRPC();
  const { read, readId, clear, isNarrowed } = useFilters();
  const filters = {
    entity: read("entity").slice(0, 100) || undefined,
    object: read("id").slice(0, 255) || undefined,
    action: read("action").slice(0, 100) || undefined,
    userId: readId("user"),
    from: momentOf(read("from"), "00:00:00"),
    to: momentOf(read("to"), "23:59:59.999"),
  };
  const { data, error, refetch, ...more } = useInfiniteQuery({
    ...trpc.audit.list.infiniteQueryOptions(filters, { getNextPageParam: ({ next }) => next }),
    placeholderData: keepPreviousData,
  });
  const entries = data?.pages.flatMap(({ items }) => items) ?? [];
  const chosen = Object.entries(filters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value instanceof Date ? value.toISOString() : String(value)]],
  );
  return (
    <Page
      title={t("title")}
      description={
        <>
          {t("description")} <DocsLink page="/administration">{t("docs")}</DocsLink>
        </>
      }
      actions={
        <a href={`/api/audit-entries?${new URLSearchParams(chosen)}`} download className={buttonLook()}>
          <Download aria-hidden="true" className="size-4" /> {t("export")}
        </a>
      }
    >
      <AuditFilters />
      <p role="status" className="my-3 text-muted text-sm">
        {data && t("count", { count: data.pages[0]?.total ?? 0 })}
      </p>
      {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading what={t("loading")} />}
      {data && entries.length === 0 && (
        <Empty
          title={isNarrowed ? common("noneSuch") : t("none")}
          actions={isNarrowed && <Button onClick={clear}>{common("showAll")}</Button>}
        >
          {!isNarrowed && t("noneDescription")}
        </Empty>
      )}
      {entries.length > 0 && (
        <Card className="overflow-hidden">
          <ul aria-label={t("title")} className="divide-y divide-line">
            {entries.map((entry) => (
              <AuditRow key={entry.id} entry={entry} />
            ))}
          </ul>
        </Card>
      )}
      <MoreRows {...more} />
    </Page>
  );
}
