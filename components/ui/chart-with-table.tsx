"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { BarChart, type ChartRow, type Series } from "./bar-chart.tsx";
import { DataTable } from "./data-table.tsx";
import { Card } from "./page.tsx";
import { RankedBars } from "./ranked-bars.tsx";
import { useFormat } from "./use-format.ts";
import { ViewSwitch } from "./view-switch.tsx";

type Props = {
  title: string;
  series: readonly Series[];
  /** The heading of the labels in the table. */
  heading: string;
  rows: readonly ChartRow[];
  /** The content below the title; by default the sum of all values. */
  summary?: ReactNode;
  /** A cell of the table; by default the number. */
  renderValue?: (row: number, series: number) => ReactNode;
  /** Whether the sum of all values says something. */
  isSum?: boolean;
  /** Whether the rows are things, whose names matter, and not times. */
  isRanking?: boolean;
};

/** A bar chart, and the same numbers as a table. */
export function ChartWithTable({
  title,
  series,
  heading,
  rows,
  summary,
  renderValue,
  isSum = true,
  isRanking = false,
}: Props) {
  const t = useTranslations("ui.chart");
  const { number } = useFormat();
  const [view, setView] = useState<"chart" | "table">("chart");
  const total = rows.reduce((sum, { values }) => sum + values.reduce((one, value) => one + value, 0), 0);
  return (
    <section aria-label={title} className="min-w-0">
      <Card className="grid h-full grid-cols-[minmax(0,1fr)] content-start gap-4 p-5">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <div>
            <h2 className="font-semibold text-lg">{title}</h2>
            {summary ?? (isSum && <p className="text-muted text-sm">{`${t("total")}: ${number(total)}`}</p>)}
          </div>
          <ViewSwitch
            title={t("view", { title })}
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
              cells: [label, ...values.map((value, at) => renderValue?.(index, at) ?? number(value))],
            }))}
          />
        )}
      </Card>
    </section>
  );
}
