"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { cutText } from "#server/cut-text.ts";
import { useTRPC, useTRPCClient } from "../api/trpc.ts";
import { Dialog } from "../ui/dialog.tsx";
import { MethodBadge } from "../ui/method-badge.tsx";
import { Failed, Loading } from "../ui/states.tsx";

type Props = { elementInstanceId: number; resource: string; open: boolean; onOpenChange: (open: boolean) => void };

/** The rows that the next poll would find, each with the event that it would become and the reason. */
export function DryRunDialog({ elementInstanceId, resource, open, onOpenChange }: Props) {
  const t = useTranslations("events.dryRun");
  const types = useTranslations("events.types");
  const trpc = useTRPC();
  const client = useTRPCClient();
  const input = { elementInstanceId, resource };
  const { data, error, refetch } = useQuery({
    queryKey: [...trpc.poller.dryRun.mutationKey(), input],
    queryFn: () => client.poller.dryRun.mutate(input),
    enabled: open,
    ...{ staleTime: 0, gcTime: 0, refetchOnWindowFocus: false, retry: false },
  });
  return (
    <Dialog
      title={t("title", { resource: cutText(resource, 100) })}
      description={t("description")}
      open={open}
      onOpenChange={onOpenChange}
    >
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-3 text-sm">
        {error && <Failed error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Loading what={t("loading")} />}
        {data && (
          <>
            <p className="flex min-w-0 items-baseline gap-2">
              <MethodBadge method="GET" />
              <code translate="no" className="line-clamp-3 min-w-0 break-all font-mono text-[0.8125rem]">
                {data.path}
                {Object.keys(data.query).length > 0 && ` ${JSON.stringify(data.query)}`}
              </code>
            </p>
            {data.problem && <p className="break-words text-waiting">{data.problem}</p>}
            {data.rows.length === 0 && !data.problem && <p>{t("none")}</p>}
            {data.rows.length > 0 && (
              <table className="w-full table-fixed text-left">
                <caption className="sr-only">{t("title", { resource: cutText(resource, 100) })}</caption>
                <thead className="text-muted text-xs">
                  <tr>
                    <th scope="col" className="w-1/4 py-1 font-medium">
                      {t("row")}
                    </th>
                    <th scope="col" className="w-24 py-1 font-medium">
                      {t("outcome")}
                    </th>
                    <th scope="col" className="py-1 font-medium">
                      {t("reason")}
                    </th>
                  </tr>
                </thead>
                <tbody className="divide-y divide-line">
                  {data.rows.map((row, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the rows of one response do not change
                    <tr key={index} className="align-top">
                      <td translate="no" className="truncate py-1.5 pr-2 font-mono">
                        {row.id ?? t("noId")}
                      </td>
                      <td className="py-1.5 pr-2">
                        {"eventType" in row && row.eventType ? types(row.eventType) : t("noEvent")}
                      </td>
                      <td className="break-words py-1.5 [overflow-wrap:anywhere]">{row.reason}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
            {data.hasMore && <p className="text-muted">{t("more")}</p>}
          </>
        )}
      </div>
    </Dialog>
  );
}
