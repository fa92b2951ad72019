"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Pause, Play, RotateCcw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { NEXT_PAGE } from "../../api/next-page.ts";
import { useTRPC } from "../../api/trpc.ts";
import { routeTo } from "../../screens/screens.ts";
import { MayChange } from "../../shell/may-change.tsx";
import { Button, LinkButton } from "../../ui/button.tsx";
import { lazyDialog } from "../../ui/lazy-component.tsx";
import { LiveList, whileFirstPage } from "../../ui/live-list.tsx";
import { Page } from "../../ui/page.tsx";
import { Empty } from "../../ui/states.tsx";
import { useLive } from "../use-live.ts";
import { RunFilters } from "./run-filters.tsx";
import { RunTable } from "./run-table.tsx";
import { RunViews } from "./run-views.tsx";
import { useRunFilters } from "./use-run-filters.ts";

const RunManyDialog = lazyDialog(async () => (await import("./run-many-dialog.tsx")).RunManyDialog);

const POLL_MS = 5000;
/** Finds runs that started while the first request was in flight. */
const LIVE_REFETCH_MS = 30_000;

/** All runs, newest first, updated live. The filters are stored in the address, so that it can be shared. */
export function RunList() {
  const t = useTranslations("executions.list");
  const { filters, narrow, clear, isNarrowed } = useRunFilters();
  const [isAgain, setIsAgain] = useState(false);
  const [isPaused, setIsPaused] = useState(false);
  const trpc = useTRPC();
  const isLive = useLive({ isOn: !isPaused, onChange: () => void (isLong || pages.refetch()) });
  const pages = useInfiniteQuery({
    ...trpc.execution.list.infiniteQueryOptions(filters, NEXT_PAGE),
    refetchInterval: isPaused ? false : whileFirstPage(isLive ? LIVE_REFETCH_MS : POLL_MS),
    refetchOnWindowFocus: !isPaused,
  });
  // New rows at the top would shift the rows that the user has scrolled to.
  const isLong = (pages.data?.pages.length ?? 0) > 1;
  const isFailed = filters.state === "failed" || filters.state === "timedOut";
  return (
    <Page
      title={t("title")}
      description={t("description")}
      actions={
        <>
          {isFailed && (
            <MayChange>
              <Button aria-haspopup="dialog" disabled={!pages.data?.pages[0]?.total} onClick={() => setIsAgain(true)}>
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
      <LiveList
        filters={
          <>
            <RunFilters filters={filters} narrow={narrow} />
            <RunViews isNarrowed={isNarrowed} />
          </>
        }
        narrowed={{ isNarrowed, clear }}
        pages={pages}
        keyOf={({ id }) => id}
        isLive={isLive}
        texts={{
          loading: t("loading"),
          count: (count) => t("count", { count }),
          waiting: (count) => t("waiting", { count }),
          noneSuch: t("noneSuch"),
          noneSuchDescription: t("noneSuchDescription"),
          more: t("older"),
        }}
        note={(isPaused || isLong) && <p>{t(isPaused ? "paused" : "long")}</p>}
        exported={{ list: "runs", filters }}
        empty={
          <Empty title={t("none")} actions={<LinkButton href={routeTo("formulas")}>{t("toFormulas")}</LinkButton>}>
            {t("noneDescription")}
          </Empty>
        }
      >
        {(runs) => <RunTable runs={runs} />}
      </LiveList>
      <RunManyDialog
        filters={filters}
        open={isAgain}
        onOpenChange={setIsAgain}
        onStarted={() => narrow({ status: "" })}
      />
    </Page>
  );
}
