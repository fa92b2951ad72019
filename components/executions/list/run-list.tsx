"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Pause, Play, RotateCcw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useTRPC } from "../../api/trpc.ts";
import { routeTo } from "../../screens/screens.ts";
import { MayChange } from "../../shell/may-change.tsx";
import { Button, LinkButton } from "../../ui/button.tsx";
import { lazyDialog } from "../../ui/lazy-component.tsx";
import { Page } from "../../ui/page.tsx";
import { Empty, Failed, Loading } from "../../ui/states.tsx";
import { useSteadyRows } from "../../ui/use-steady-rows.ts";
import { useLive } from "../use-live.ts";
import { RunFilters } from "./run-filters.tsx";
import { RunTable } from "./run-table.tsx";
import { RunViews } from "./run-views.tsx";
import { useRunFilters } from "./use-run-filters.ts";

const RunManyDialog = lazyDialog(async () => (await import("./run-many-dialog.tsx")).RunManyDialog);

const POLL_MS = 5000;
/** Finds runs that started while the first request was in flight. */
const LIVE_REFETCH_MS = 30_000;
const COUNTED = 10_000;

/** All runs, newest first, updated live. The filters are stored in the address, so that it can be shared. */
export function RunList() {
  const t = useTranslations("executions.list");
  const { filters, narrow, clear, isNarrowed } = useRunFilters();
  const [isAgain, setIsAgain] = useState(false);
  const [isPaused, setIsPaused] = useState(false);
  const trpc = useTRPC();
  const isLive = useLive({ isOn: !isPaused, onChange: () => void (isLong || refetch()) });
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    ...trpc.execution.list.infiniteQueryOptions(filters, { getNextPageParam: ({ next }) => next }),
    refetchInterval: ({ state }) =>
      isPaused || (state.data?.pages.length ?? 0) > 1 ? false : isLive ? LIVE_REFETCH_MS : POLL_MS,
    refetchOnWindowFocus: !isPaused,
  });
  // New rows at the top would shift the rows that the user has scrolled to.
  const isLong = (data?.pages.length ?? 0) > 1;
  const runs = data?.pages.flatMap(({ items }) => items) ?? [];
  const steady = useSteadyRows(runs, ({ id }) => id);
  const total = data?.pages[0]?.total ?? 0;
  const isFailed = filters.state === "failed" || filters.state === "timedOut";
  return (
    <Page
      title={t("title")}
      description={t("description")}
      actions={
        <>
          {isFailed && (
            <MayChange>
              <Button aria-haspopup="dialog" disabled={total === 0} onClick={() => setIsAgain(true)}>
                <RotateCcw aria-hidden="true" className="size-4" /> {t("runMany")}
              </Button>
            </MayChange>
          )}
          <LinkButton href={routeTo("whyNot")}>{t("whyNot")}</LinkButton>
          <Button aria-pressed={isPaused} onClick={() => setIsPaused(!isPaused)}>
            {isPaused ? (
              <Play aria-hidden="true" className="size-4" />
            ) : (
              <Pause aria-hidden="true" className="size-4" />
            )}
            {t(isPaused ? "goOn" : "pause")}
          </Button>
        </>
      }
    >
      <RunFilters filters={filters} narrow={narrow} />
      <RunViews isNarrowed={isNarrowed} />
      <p role="status" className="mt-3 flex flex-wrap items-center gap-x-3 text-muted text-sm">
        {data && (total > COUNTED ? t("moreThan", { count: COUNTED }) : t("count", { count: total }))}
        {isPaused ? t("paused") : isLong ? t("long") : ""}
        {steady.waiting > 0 && (
          <button type="button" onClick={steady.showWaiting} className="text-accent hover:underline">
            {t("waiting", { count: steady.waiting })}
          </button>
        )}
        {isNarrowed && (
          <button type="button" onClick={clear} className="text-accent hover:underline">
            {t("showAll")}
          </button>
        )}
      </p>
      <div className="mt-3" data-live={isLive || undefined} {...steady.handlers}>
        {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Loading what={t("loading")} />}
        {data && runs.length === 0 && <NoRuns isNarrowed={isNarrowed} onClear={clear} />}
        {runs.length > 0 && <RunTable runs={steady.rows} />}
        {hasNextPage && (
          <div className="mt-4 text-center">
            <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t("older")}
            </Button>
          </div>
        )}
      </div>
      <RunManyDialog
        filters={filters}
        open={isAgain}
        onOpenChange={setIsAgain}
        onStarted={() => narrow({ status: "" })}
      />
    </Page>
  );
}

function NoRuns({ isNarrowed, onClear }: { isNarrowed: boolean; onClear: () => void }) {
  const t = useTranslations("executions.list");
  if (isNarrowed)
    return (
      <Empty title={t("noneSuch")} actions={<Button onClick={onClear}>{t("showAll")}</Button>}>
        {t("noneSuchDescription")}
      </Empty>
    );
  return (
    <Empty title={t("none")} actions={<LinkButton href={routeTo("formulas")}>{t("toFormulas")}</LinkButton>}>
      {t("noneDescription")}
    </Empty>
  );
}
