"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { NEXT_PAGE } from "../api/next-page.ts";
import { useTRPC } from "../api/trpc.ts";
import { MoreRows } from "../ui/more-rows.tsx";
import { Card } from "../ui/page.tsx";
import { Failed, Loading } from "../ui/states.tsx";
import { useFormat } from "../ui/use-format.ts";

type Props = {
  bulkJobId: string;
  label: string;
  /** How many there are, which grows while the job runs. */
  count: number;
};

/** The rows that a bulk job could not write, in the order of the file. */
export function BulkErrors({ bulkJobId, label, count }: Props) {
  const t = useTranslations("bulk-jobs.page");
  const trpc = useTRPC();
  const { number } = useFormat();
  const { data, error, refetch, ...more } = useInfiniteQuery(
    trpc.bulkJob.errors.infiniteQueryOptions({ bulkJobId }, NEXT_PAGE),
  );
  const { hasNextPage } = more;
  const shown = data?.pages.reduce((sum, { items }) => sum + items.length, 0);
  useEffect(() => {
    if (shown !== undefined && shown < count && !hasNextPage) void refetch();
  }, [shown, count, hasNextPage, refetch]);
  if (!data) return error ? <Failed error={error} onRetry={() => void refetch()} /> : <Loading what={label} />;
  return (
    <>
      <Card className="overflow-hidden">
        <table className="w-full table-fixed text-left text-sm">
          <caption className="sr-only">{label}</caption>
          <thead className="bg-code text-muted text-xs">
            <tr>
              <th scope="col" className="w-24 px-5 py-2 font-medium">
                {t("row")}
              </th>
              <th scope="col" className="w-20 px-2 py-2 font-medium">
                {t("code")}
              </th>
              <th scope="col" className="px-2 py-2 pr-5 font-medium">
                {t("reason")}
              </th>
            </tr>
          </thead>
          <tbody translate="no" className="divide-y divide-line">
            {data.pages.flatMap(({ items }) =>
              items.map(({ row, status, message }) => (
                <tr key={row} className="align-top">
                  <td className="px-5 py-3 font-mono">{number(row)}</td>
                  <td className="px-2 py-3 font-mono">{status ?? "–"}</td>
                  <td className="break-words px-2 py-3 pr-5 [overflow-wrap:anywhere]">{message}</td>
                </tr>
              )),
            )}
          </tbody>
        </table>
      </Card>
      <MoreRows {...more} />
    </>
  );
}
