"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Download, Upload } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { BULK_STATUSES, DIRECTIONS } from "#server/element/bulk/bulk-job-kinds.ts";
import { NEXT_PAGE } from "../api/next-page.ts";
import { useTRPC } from "../api/trpc.ts";
import { MayChange } from "../shell/may-change.tsx";
import { useAddressFilters } from "../shell/use-address-filters.ts";
import { Button } from "../ui/button.tsx";
import { DocsLink } from "../ui/docs-link.tsx";
import { FilterFields } from "../ui/filter-fields.tsx";
import { lazyDialog } from "../ui/lazy-component.tsx";
import { LiveList } from "../ui/live-list.tsx";
import { Page } from "../ui/page.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { Empty } from "../ui/states.tsx";
import { BulkJobRows } from "./bulk-job-rows.tsx";
import { isInProgress } from "./bulk-status.tsx";

const NewDownload = lazyDialog(async () => (await import("./new-download.tsx")).NewDownload);

const NewUpload = lazyDialog(async () => (await import("./new-upload.tsx")).NewUpload);

const ACTIVE_MS = 1500;
const IDLE_MS = 10_000;

/** All bulk jobs, newest first. The filters are in the address, so that it can be shared. */
export function BulkJobList() {
  const t = useTranslations("bulk-jobs.list");
  const labels = useTranslations("bulk-jobs");
  const trpc = useTRPC();
  const { id, oneOf, narrow, clear, isNarrowed } = useAddressFilters(["status", "kind", "connection"]);
  const [created, setCreated] = useState<"download" | "upload">();
  const filters = {
    status: oneOf("status", BULK_STATUSES),
    kind: oneOf("kind", DIRECTIONS),
    elementInstanceId: id("connection"),
  };
  const { data: connections } = useQuery(trpc.connection.names.queryOptions());
  const pages = useInfiniteQuery({
    ...trpc.bulkJob.list.infiniteQueryOptions(filters, NEXT_PAGE),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(({ status }) => isInProgress(status))) ? ACTIVE_MS : IDLE_MS,
  });
  const all = { value: "", label: t("all") };
  return (
    <Page
      title={t("title")}
      description={
        <>
          {t("description")} <DocsLink page="/bulk">{t("docs")}</DocsLink>
        </>
      }
      actions={
        <MayChange isExplained>
          <Button aria-haspopup="dialog" onClick={() => setCreated("upload")}>
            <Upload aria-hidden="true" className="size-4" /> {t("newUpload")}
          </Button>
          <Button kind="primary" aria-haspopup="dialog" onClick={() => setCreated("download")}>
            <Download aria-hidden="true" className="size-4" /> {t("newDownload")}
          </Button>
        </MayChange>
      }
    >
      <LiveList
        filters={
          <FilterFields>
            <SelectField
              label={t("status")}
              value={filters.status ?? ""}
              options={[all, ...BULK_STATUSES.map((value) => ({ value, label: labels(`statuses.${value}`) }))]}
              onChange={(status) => narrow({ status })}
            />
            <SelectField
              label={t("kind")}
              value={filters.kind ?? ""}
              options={[all, ...DIRECTIONS.map((value) => ({ value, label: labels(`directions.${value}`) }))]}
              onChange={(kind) => narrow({ kind })}
            />
            <SelectField
              label={t("connection")}
              value={String(filters.elementInstanceId ?? "")}
              options={[all, ...(connections ?? []).map(({ id, name }) => ({ value: String(id), label: name }))]}
              onChange={(connection) => narrow({ connection })}
            />
          </FilterFields>
        }
        narrowed={{ isNarrowed, clear }}
        pages={pages}
        keyOf={({ id }) => id}
        texts={{
          loading: t("loading"),
          count: (count) => t("count", { count }),
          waiting: (count) => t("waiting", { count }),
          noneSuch: t("noneSuch"),
        }}
        empty={<Empty title={t("none")}>{t("noneDescription")}</Empty>}
      >
        {(jobs) => <BulkJobRows label={t("title")} jobs={jobs} />}
      </LiveList>
      <NewDownload open={created === "download"} onOpenChange={(open) => setCreated(open ? "download" : undefined)} />
      <NewUpload open={created === "upload"} onOpenChange={(open) => setCreated(open ? "upload" : undefined)} />
    </Page>
  );
}
