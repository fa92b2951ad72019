"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type RouterOutputs, useTRPC } from "../api/trpc.ts";
import { MayChange } from "../shell/may-change.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/page.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { Failed } from "../ui/states.tsx";
import { useToast } from "../ui/toasts.tsx";

type Poller = RouterOutputs["connection"]["pollers"][number];

const REFRESH_MS = 15_000;

/** The resources that are polled for changes, each with a button to poll it at once. Hidden if nothing is polled. */
export function Polling({ elementInstanceId }: { elementInstanceId: number }) {
  const t = useTranslations("connections.polling");
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery({
    ...trpc.connection.pollers.queryOptions({ elementInstanceId }),
    refetchInterval: REFRESH_MS,
  });
  if (!error && !data?.length) return null;
  return (
    <section aria-labelledby="polling">
      <h2 id="polling" className="font-semibold text-xl tracking-tight">
        {t("title")}
      </h2>
      <p className="mt-1 mb-4 text-muted text-sm">{t("description")}</p>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {data && (
        <Card className="overflow-hidden">
          <ul aria-label={t("resources")} className="divide-y divide-line text-sm">
            {data.map((poller) => (
              <PolledResource key={poller.resource} elementInstanceId={elementInstanceId} poller={poller} />
            ))}
          </ul>
        </Card>
      )}
    </section>
  );
}

function PolledResource({ elementInstanceId, poller }: { elementInstanceId: number; poller: Poller }) {
  const t = useTranslations("connections.polling");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const { resource, state, nextPollDate } = poller;
  const isRunning = state === "on" || state === "failing";
  const { mutate, error, isPending } = useMutation(
    trpc.connection.poll.mutationOptions({
      async onSuccess({ created, updated, error: refusal }) {
        await queries.invalidateQueries(trpc.connection.pathFilter());
        if (refusal === undefined) toast(t(created + updated > 0 ? "done" : "nothing", { resource, created, updated }));
      },
    }),
  );
  return (
    <li className="grid gap-1 px-4 py-3">
      <div className="flex items-center justify-between gap-3">
        <h3 className="min-w-0 font-medium [overflow-wrap:anywhere]">{resource}</h3>
        {isRunning && (
          <MayChange>
            <Button
              aria-label={t("label", { resource })}
              isBusy={isPending}
              onClick={() => mutate({ elementInstanceId, resource })}
            >
              {t("verb")}
            </Button>
          </MayChange>
        )}
      </div>
      {isRunning ? <Outcome poller={poller} /> : <p className="text-muted">{t(`states.${state}`)}</p>}
      {isRunning && nextPollDate && (
        <p className="text-muted text-xs">
          {t.rich("next", { when: () => <RelativeTime at={nextPollDate} isAhead /> })}
        </p>
      )}
      {error && <Failed error={error} />}
    </li>
  );
}

function Outcome({ poller: { lastPollDate, lastResult, lastError } }: { poller: Poller }) {
  const t = useTranslations("connections.polling");
  if (lastError)
    return (
      <p className="text-failure [overflow-wrap:anywhere]">
        <span aria-hidden="true">✖ </span>
        {t("failed", { reason: lastError })}
      </p>
    );
  if (!lastPollDate) return <p className="text-muted">{t("never")}</p>;
  const { created = 0, updated = 0 } = lastResult ?? {};
  return (
    <p className="text-muted">{t.rich("last", { when: () => <RelativeTime at={lastPollDate} />, created, updated })}</p>
  );
}
