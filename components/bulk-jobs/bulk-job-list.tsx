"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Download, Upload } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { BULK_STATUSES, DIRECTIONS } from "#server/element/bulk/bulk-job-kinds.ts";
import { useTRPC } from "../api/trpc.ts";
import { MayChange } from "../shell/may-change.tsx";
import { currentQuery, replaceQuery } from "../shell/query-string.ts";
import { Button } from "../ui/button.tsx";
import { DocsLink } from "../ui/docs-link.tsx";
import { lazyDialog } from "../ui/lazy-component.tsx";
import { MoreRows } from "../ui/more-rows.tsx";
import { Page } from "../ui/page.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { Empty, Failed, Loading } from "../ui/states.tsx";
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
  const search = useSearchParams();
  const [created, setCreated] = useState<"download" | "upload">();
  const connection = search.get("connection") ?? "";
  const filters = {
    status: BULK_STATUSES.find((known) => known === search.get("status")),
    kind: DIRECTIONS.find((known) => known === search.get("kind")),
    elementInstanceId: /^\d{1,9}$/.test(connection) ? Number(connection) : undefined,
  };
  const isNarrowed = Object.values(filters).some((value) => value !== undefined);
  const { data: connections } = useQuery(trpc.connection.names.queryOptions());
  const { data, error, refetch, ...more } = useInfiniteQuery({
    ...trpc.bulkJob.list.infiniteQueryOptions(filters, { getNextPageParam: ({ next }) => next }),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(({ status }) => isInProgress(status))) ? ACTIVE_MS : IDLE_MS,
  });
  const jobs = data?.pages.flatMap(({ items }) => items) ?? [];

  function narrow(name: string, value: string) {
    const next = currentQuery();
    value ? next.set(name, value) : next.delete(name);
    replaceQuery(next);
  }
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
      <div className="grid gap-3 sm:grid-cols-3">
        <SelectField
          label={t("status")}
          value={filters.status ?? ""}
          options={[all, ...BULK_STATUSES.map((value) => ({ value, label: labels(`statuses.${value}`) }))]}
          onChange={(status) => narrow("status", status)}
        />
        <SelectField
          label={t("kind")}
          value={filters.kind ?? ""}
          options={[all, ...DIRECTIONS.map((value) => ({ value, label: labels(`directions.${value}`) }))]}
          onChange={(kind) => narrow("kind", kind)}
        />
        <SelectField
          label={t("connection")}
          value={String(filters.elementInstanceId ?? "")}
          options={[all, ...(connections ?? []).map(({ id, name }) => ({ value: String(id), label: name }))]}
          onChange={(id) => narrow("connection", id)}
        />
      </div>
      <p role="status" className="mt-3 mb-3 flex flex-wrap gap-x-3 text-muted text-sm">
        {data && t("count", { count: data.pages[0]?.total ?? 0 })}
      </p>
      {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading what={t("loading")} />}
      {data && jobs.length === 0 && (
        <Empty
          title={t(isNarrowed ? "noneSuch" : "none")}
          actions={isNarrowed && <Button onClick={() => replaceQuery(new URLSearchParams())}>{t("showAll")}</Button>}
        >
          {!isNarrowed && t("noneDescription")}
        </Empty>
      )}
      {jobs.length > 0 && <BulkJobRows label={t("title")} jobs={jobs} />}
      <MoreRows {...more} />
      <NewDownload open={created === "download"} onOpenChange={(open) => setCreated(open ? "download" : undefined)} />
      <NewUpload open={created === "upload"} onOpenChange={(open) => setCreated(open ? "upload" : undefined)} />
    </Page>
  );
}
