"use client";

import { useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { useTRPC } from "../api/trpc.ts";
import { useLive } from "../executions/use-live.ts";
import { routeTo } from "../screens/screens.ts";
import { ChartWithTable } from "../ui/chart-with-table.tsx";
import { Link } from "../ui/link.tsx";
import { Failed, Loading } from "../ui/states.tsx";
import { useFormat } from "../ui/use-format.ts";

/** How runs end, with the status that the list of runs is narrowed to, from the bottom of a bar. */
const ENDS = [
  { status: "success", color: "success" },
  { status: "failed", color: "failure" },
  { status: "timedOut", color: "waiting" },
] as const;
type Status = (typeof ENDS)[number]["status"];

/** The runs of the last day by hour, as a chart and as a table. Every number leads to the runs that it counts. */
export function FormulaDay({ formulaId }: { formulaId: number }) {
  const t = useTranslations("formulas.day");
  const { number } = useFormat();
  const { dateTime } = useFormatter();
  const trpc = useTRPC();
  const { data: hours, error, refetch } = useQuery(trpc.execution.byHour.queryOptions({ formulaId }));
  useLive({ isOn: true, onChange: () => void refetch() });
  const [first, last] = [hours?.[0], hours?.at(-1)];
  if (!first || !last)
    return error ? <Failed error={error} onRetry={() => void refetch()} /> : <Loading what={t("loading")} />;
  const sumOf = (status: Status) => hours?.reduce((sum, hour) => sum + hour[status], 0) ?? 0;
  // Most formulas never time out.
  const shown = ENDS.filter(({ status }) => status !== "timedOut" || sumOf(status) > 0);
  const counted = (count: number, status: Status, { from, to }: { from: string; to: string }, name = number(count)) =>
    count === 0 ? (
      name
    ) : (
      <Link href={routeTo("runs", { formulaId, status, kind: "real", from, to })} className="text-accent underline">
        {name}
      </Link>
    );
  return (
    <ChartWithTable
      title={t("title")}
      heading={t("hour")}
      series={shown.map(({ status, color }) => ({ label: t(status), color }))}
      rows={(hours ?? []).map((hour) => ({
        label: dateTime(new Date(hour.from), { hour: "2-digit", minute: "2-digit" }),
        values: shown.map(({ status }) => hour[status]),
      }))}
      renderValue={(row, at) => {
        const [hour, end] = [hours?.[row], shown[at]];
        return hour && end && counted(hour[end.status], end.status, hour);
      }}
      summary={
        <ul className="flex flex-wrap gap-x-4 text-muted text-sm">
          {shown.map(({ status }) => {
            const sum = sumOf(status);
            const name = `${t(status)}: ${number(sum)}`;
            return <li key={status}>{counted(sum, status, { from: first.from, to: last.to }, name)}</li>;
          })}
        </ul>
      }
    />
  );
}
