"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { cutText } from "#server/cut-text.ts";
import { NEXT_PAGE } from "../api/next-page.ts";
import { useTRPC } from "../api/trpc.ts";
import { useAddressFilters } from "../shell/use-address-filters.ts";
import { DocsLink } from "../ui/docs-link.tsx";
import { LiveList } from "../ui/live-list.tsx";
import { Card, Page } from "../ui/page.tsx";
import { Empty } from "../ui/states.tsx";
import { AdministrationPages } from "./administration-pages.tsx";
import { AUDIT_FILTERS, AuditFilters } from "./audit-filters.tsx";
import { AuditRow } from "./audit-row.tsx";

const IS_DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The local day's first or last moment; undefined for anything but a day. */
function momentOf(day: string | undefined, time: string): Date | undefined {
  const moment = day !== undefined && IS_DAY.test(day) ? new Date(`${day}T${time}`) : undefined;
  return moment && !Number.isNaN(moment.getTime()) ? moment : undefined;
}

/** The changes of all users, newest first. The filters are in the address, and apply to the export. */
export function AuditLog() {
  const t = useTranslations("administration.audit");
  const common = useTranslations("administration");
  const trpc = useTRPC();
  const { text, id, clear, isNarrowed } = useAddressFilters(AUDIT_FILTERS);
  const filters = {
    entity: cutText(text("entity") ?? "", 100) || undefined,
    object: cutText(text("id") ?? "", 255) || undefined,
    action: cutText(text("action") ?? "", 100) || undefined,
    userId: id("user"),
    from: momentOf(text("from"), "00:00:00"),
    to: momentOf(text("to"), "23:59:59.999"),
  };
  const pages = useInfiniteQuery({
    ...trpc.audit.list.infiniteQueryOptions(filters, NEXT_PAGE),
    placeholderData: keepPreviousData,
  });
  return (
    <Page
      title={t("title")}
      description={
        <>
          {t("description")} <DocsLink page="/administration">{t("docs")}</DocsLink>
        </>
      }
    >
      <AdministrationPages />
      <LiveList
        filters={<AuditFilters />}
        narrowed={{ isNarrowed, clear }}
        pages={pages}
        keyOf={({ id: key }) => key}
        texts={{
          loading: t("loading"),
          count: (count) => t("count", { count }),
          waiting: (count) => t("waiting", { count }),
          noneSuch: common("noneSuch"),
        }}
        exported={{ list: "audit", filters }}
        empty={<Empty title={t("none")}>{t("noneDescription")}</Empty>}
      >
        {(entries) => (
          <Card className="overflow-hidden">
            <ul aria-label={t("title")} className="divide-y divide-line">
              {entries.map((entry) => (
                <AuditRow key={entry.id} entry={entry} />
              ))}
            </ul>
          </Card>
        )}
      </LiveList>
    </Page>
  );
}
