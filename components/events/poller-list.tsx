"use client";

import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { CircleAlert, CircleCheck, CirclePause, KeyRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { NEXT_PAGE } from "../api/next-page.ts";
import { type RouterOutputs, useTRPC } from "../api/trpc.ts";
import { routeTo } from "../screens/screens.ts";
import { MayChange } from "../shell/may-change.tsx";
import { useAddressFilters } from "../shell/use-address-filters.ts";
import { Button, LinkButton } from "../ui/button.tsx";
import { DocsLink } from "../ui/docs-link.tsx";
import { Facts } from "../ui/facts.tsx";
import { lazyDialog } from "../ui/lazy-component.tsx";
import { Link } from "../ui/link.tsx";
import { MoreRows } from "../ui/more-rows.tsx";
import { Card, Page } from "../ui/page.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { Empty, Failed, Loading } from "../ui/states.tsx";
import { StatusLabel } from "../ui/status-label.tsx";
import { useToast } from "../ui/toasts.tsx";
import { useFormat } from "../ui/use-format.ts";
import { ConnectionFilter } from "./connection-filter.tsx";
import { EventPages } from "./event-pages.tsx";

const DryRunDialog = lazyDialog(async () => (await import("./dry-run-dialog.tsx")).DryRunDialog);
const ResetDialog = lazyDialog(async () => (await import("./reset-dialog.tsx")).ResetDialog);

type Polled = RouterOutputs["poller"]["list"]["items"][number];
type Resource = Polled["resources"][number];

const REFRESH_MS = 10_000;

/** Every polled resource, by connection. */
export function PollerList() {
  const t = useTranslations("events.pollers");
  const trpc = useTRPC();
  const { id, narrow, clear, isNarrowed } = useAddressFilters(["connection"]);
  const filters = { elementInstanceId: id("connection") };
  const { data, error, refetch, ...more } = useInfiniteQuery({
    ...trpc.poller.list.infiniteQueryOptions(filters, NEXT_PAGE),
    refetchInterval: REFRESH_MS,
  });
  const polled = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Page
      title={t("title")}
      description={
        <>
          {t("description")} <DocsLink page="/events">{t("docs")}</DocsLink>
        </>
      }
    >
      <EventPages />
      <div className="max-w-sm">
        <ConnectionFilter
          label={t("connection")}
          all={t("all")}
          value={filters.elementInstanceId}
          onChange={(connection) => narrow({ connection })}
        />
      </div>
      <p role="status" className="mt-3 mb-3 text-muted text-sm">
        {data && t("count", { count: data.pages[0]?.total ?? 0 })}
      </p>
      {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading what={t("loading")} />}
      {data && polled.length === 0 && (
        <Empty
          title={t(isNarrowed ? "noneSuch" : "none")}
          actions={
            isNarrowed ? (
              <Button onClick={clear}>{t("showAll")}</Button>
            ) : (
              <LinkButton href={routeTo("connections")}>{t("toConnections")}</LinkButton>
            )
          }
        >
          {!isNarrowed && t("noneDescription")}
        </Empty>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
        {polled.map((connection) => (
          <Connection key={connection.id} connection={connection} />
        ))}
      </div>
      <MoreRows {...more} />
    </Page>
  );
}

function Connection({ connection: { id, name, resources, problem } }: { connection: Polled }) {
  const t = useTranslations("events.pollers");
  return (
    <section aria-labelledby={`polled-${id}`}>
      <h2 id={`polled-${id}`} className="mb-3 font-semibold text-lg">
        <Link
          href={routeTo("connection", { elementInstanceId: id })}
          className="line-clamp-3 break-words [overflow-wrap:anywhere] hover:underline"
        >
          {name}
        </Link>
      </h2>
      {problem && <p className="mb-3 break-words text-failure text-sm [overflow-wrap:anywhere]">{problem}</p>}
      {resources.length === 0 && !problem && <p className="text-muted text-sm">{t("noResources")}</p>}
      {resources.length > 0 && (
        <Card className="overflow-hidden">
          <ul aria-label={t("resources", { name })} className="divide-y divide-line">
            {resources.map((resource) => (
              <PolledResource key={resource.resource} elementInstanceId={id} poller={resource} />
            ))}
          </ul>
        </Card>
      )}
    </section>
  );
}

const LOOKS = {
  on: { Icon: CircleCheck, color: "text-success" },
  failing: { Icon: CircleAlert, color: "text-failure" },
  off: { Icon: CirclePause, color: "text-muted" },
  disabled: { Icon: CirclePause, color: "text-muted" },
  needsReauthentication: { Icon: KeyRound, color: "text-waiting" },
} as const;

function PolledResource({ elementInstanceId, poller }: { elementInstanceId: number; poller: Resource }) {
  const t = useTranslations("events.pollers");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const { moment } = useFormat();
  const [dialog, setDialog] = useState<"test" | "reset">();
  const { resource, state, lastPollDate, nextPollDate, lastResult, lastError, cursor } = poller;
  const isRunning = state === "on" || state === "failing";
  const { mutate, error, isPending } = useMutation(
    trpc.connection.poll.mutationOptions({
      async onSuccess({ created, updated }) {
        toast(t("polled", { resource, created, updated }));
        await Promise.all([trpc.poller, trpc.event].map((one) => queries.invalidateQueries(one.pathFilter())));
      },
    }),
  );
  const shows = (name: "test" | "reset") => ({
    ...{ elementInstanceId, resource, open: dialog === name },
    onOpenChange: (open: boolean) => setDialog(open ? name : undefined),
  });
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-3 px-5 py-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3">
          <h3 translate="no" className="min-w-0 break-words font-medium [overflow-wrap:anywhere]">
            {resource}
          </h3>
          <StatusLabel look={LOOKS[state]}>{t(`states.${state}`)}</StatusLabel>
        </div>
        <MayChange>
          <div className="flex flex-wrap gap-2">
            {isRunning && (
              <Button
                aria-label={t("pollLabel", { resource })}
                isBusy={isPending}
                onClick={() => mutate({ elementInstanceId, resource })}
              >
                {t("poll")}
              </Button>
            )}
            <Button
              kind="quiet"
              aria-label={t("testLabel", { resource })}
              aria-haspopup="dialog"
              onClick={() => setDialog("test")}
            >
              {t("test")}
            </Button>
            <Button
              kind="quiet"
              aria-label={t("resetLabel", { resource })}
              aria-haspopup="dialog"
              onClick={() => setDialog("reset")}
            >
              {t("reset")}
            </Button>
          </div>
        </MayChange>
      </div>
      <Facts
        facts={[
          [t("last"), lastPollDate ? <RelativeTime key="last" at={lastPollDate} /> : t("never")],
          [t("next"), nextPollDate && <RelativeTime key="next" at={nextPollDate} />],
          [t("seen"), lastResult && t("rows", lastResult)],
          [
            t("since"),
            cursor && (
              <span key="since">
                {moment(cursor.since)}
                {cursor.hasMore && `, ${t("hasMore")}`}
              </span>
            ),
          ],
        ]}
      />
      {lastError && (
        <p className="line-clamp-6 break-words text-failure text-sm [overflow-wrap:anywhere]">
          <span aria-hidden="true">✖ </span>
          {lastError}
        </p>
      )}
      {error && <Failed error={error} />}
      <DryRunDialog {...shows("test")} />
      <ResetDialog {...shows("reset")} />
    </li>
  );
}
