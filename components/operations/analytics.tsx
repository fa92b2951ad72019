"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { type RouterOutputs, useTRPC } from "../api/trpc.ts";
import { useAddressFilters } from "../shell/use-address-filters.ts";
import { ChartWithTable } from "../ui/chart-with-table.tsx";
import { Page } from "../ui/page.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { Failed, Loading } from "../ui/states.tsx";

type Analytics = RouterOutputs["analytics"]["read"];

const RANGES = ["day", "week", "month"] as const;
const MOST_ELEMENTS = 10;

/** Charts of runs, requests and events, each with its table. */
export function Analytics() {
  const t = useTranslations("operations.analytics");
  const trpc = useTRPC();
  const { oneOf, narrow } = useAddressFilters(["range"]);
  const range = oneOf("range", RANGES) ?? "week";
  const { data, error, refetch } = useQuery({
    ...trpc.analytics.read.queryOptions({ range }),
    placeholderData: keepPreviousData,
  });
  const elementName = useElementName();
  return (
    <Page title={t("title")} description={t("description")}>
      <div className="max-w-xs">
        <SelectField
          label={t("range")}
          value={range}
          options={RANGES.map((value) => ({ value, label: t(`ranges.${value}`) }))}
          onChange={(chosen) => narrow({ range: chosen })}
        />
      </div>
      <div className="mt-6">
        {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Loading what={t("loading")} />}
        {data && <Charts data={data} elementName={elementName} />}
      </div>
    </Page>
  );
}

type Props = { data: Analytics; elementName: (key: string) => string };

function Charts({ data: { interval, runs, requests, times, elements, events }, elementName }: Props) {
  const t = useTranslations("operations.analytics");
  const { dateTime } = useFormatter();
  const at = (timestamp: string) =>
    dateTime(new Date(timestamp), {
      timeZone: "UTC",
      ...(interval === "hour"
        ? { day: "numeric", hour: "2-digit", minute: "2-digit" }
        : { day: "numeric", month: "short" }),
    });
  const outcomes = (rows: readonly { timestamp: string; success: number; failed: number }[]) =>
    rows.map(({ timestamp, success, failed }) => ({ label: at(timestamp), values: [success, failed] }));
  const ENDS = { colors: ["success", "failure"] } as const;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-2">
      <ChartWithTable
        title={t("charts.runs.title")}
        series={[
          { label: t("charts.runs.success"), color: ENDS.colors[0] },
          { label: t("charts.runs.failed"), color: ENDS.colors[1] },
        ]}
        heading={t("time")}
        rows={outcomes(runs)}
      />
      <ChartWithTable
        title={t("charts.requests.title")}
        series={[
          { label: t("charts.requests.success"), color: ENDS.colors[0] },
          { label: t("charts.requests.failed"), color: ENDS.colors[1] },
        ]}
        heading={t("time")}
        rows={outcomes(requests)}
      />
      <ChartWithTable
        title={t("charts.times.title")}
        series={[{ label: t("charts.times.avg"), color: "accent" }]}
        heading={t("time")}
        rows={times.map((row) => ({
          label: at(row.timestamp),
          values: [Math.round("avg" in row ? (row.avg ?? 0) : 0)],
        }))}
        isSum={false}
      />
      <ChartWithTable
        title={t("charts.events.title")}
        series={[{ label: t("charts.events.count"), color: "accent" }]}
        heading={t("time")}
        rows={events.map(({ timestamp, count }) => ({ label: at(timestamp), values: [count] }))}
      />
      <ChartWithTable
        title={t("charts.elements.title")}
        series={[{ label: t("charts.elements.count"), color: "accent" }]}
        heading={t("element")}
        rows={byElement(elements).map(({ label, values }) => ({ label: elementName(label), values }))}
        isRanking
      />
    </div>
  );
}

/** The name of an element by its key; those that cannot be connected any more are named by their key. */
function useElementName() {
  const trpc = useTRPC();
  const { data } = useQuery({ ...trpc.connection.catalog.queryOptions(), staleTime: 60_000 });
  const names = new Map(data?.elements.map(({ key, name }) => [key, name]));
  return (key: string) => names.get(key) ?? key;
}

/** The requests to each element in the whole time, most first. */
function byElement(intervals: Analytics["elements"]) {
  const counts = new Map<string, number>();
  for (const { timestamp: _, count: __, ...elements } of intervals)
    for (const [key, count] of Object.entries(elements)) counts.set(key, (counts.get(key) ?? 0) + Number(count));
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, MOST_ELEMENTS)
    .map(([label, count]) => ({ label, values: [count] }));
}
