"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { DataTable } from "../ui/data-table.tsx";
import { Card } from "../ui/page.tsx";
import { useFormat } from "../ui/use-format.ts";
import { ViewSwitch } from "../ui/view-switch.tsx";
import { BarChart, type ChartRow, type Series } from "./bar-chart.tsx";
import { RankedBars } from "./ranked-bars.tsx";

type Props = {
  title: string;
  series: readonly Series[];
  /** The heading of the labels in the table. */
  heading: string;
  rows: readonly ChartRow[];
  /** Whether the sum of all values says something. */
  isSum?: boolean;
  /** Whether the rows are things, whose names matter, and not times. */
  isRanking?: boolean;
};

/** A bar chart, and the same numbers as a table. */
export function ChartWithTable({ title, series, heading, rows, isSum = true, isRanking = false }: Props) {
  const t = useTranslations("operations.analytics");
  const { number } = useFormat();
  const [view, setView] = useState<"chart" | "table">("chart");
  const total = rows.reduce((sum, { values }) => sum + values.reduce((one, value) => one + value, 0), 0);
  return (
    <section aria-label={title} className="min-w-0">
      <Card className="grid h-full grid-cols-[minmax(0,1fr)] content-start gap-4 p-5">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <div>
            <h2 className="font-semibold text-lg">{title}</h2>
            {isSum && <p className="text-muted text-sm">{`${t("total")}: ${number(total)}`}</p>}
          </div>
          <ViewSwitch
            title={t("view", { name: title })}
            view={view}
            views={(["chart", "table"] as const).map((one) => ({ view: one, label: t(one) }))}
            onChange={setView}
          />
        </div>
        {total === 0 ? (
          <p className="text-muted text-sm">{t("none")}</p>
        ) : view === "chart" ? (
          isRanking ? (
            <RankedBars label={title} rows={rows} />
          ) : (
            <BarChart title={title} series={series} rows={rows} isSum={isSum} />
          )
        ) : (
          <DataTable
            caption={title}
            columns={[{ label: heading }, ...series.map(({ label }) => ({ label, isNumber: true }))]}
            rows={rows.map(({ label, values }, index) => ({
              key: `${index} ${label}`,
              cells: [label, ...values.map(number)],
            }))}
          />
        )}
      </Card>
    </section>
  );
}
