"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Pause, Play } from "lucide-react";
import { useState } from "react";
import { useTRPC } from "../shell/trpc.ts";
import { Button, LinkButton } from "../ui/button.tsx";
import { Page } from "../ui/page.tsx";
import { Empty, Failed, Loading } from "../ui/states.tsx";
import { RunFilters } from "./run-filters.tsx";
import { RunTable } from "./run-table.tsx";
import { useLive } from "./use-live.ts";
import { useRunFilters } from "./use-run-filters.ts";

const UNHEARD_MS = 5000;
/** In case that something began while the first answer was under way. */
const HEARD_MS = 30_000;
const COUNTED = 10_000;

/** Every run, newest first, as it happens. What it is narrowed to is in the address, so that it can be shared. */
export function RunList() {
  const { filters, narrow, clear, isNarrowed } = useRunFilters();
  const [isPaused, setIsPaused] = useState(false);
  const trpc = useTRPC();
  const isLive = useLive({ isOn: !isPaused, onChange: () => void (isLong || refetch()) });
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    ...trpc.execution.list.infiniteQueryOptions(filters, { getNextPageParam: ({ next }) => next }),
    refetchInterval: ({ state }) =>
      isPaused || (state.data?.pages.length ?? 0) > 1 ? false : isLive ? HEARD_MS : UNHEARD_MS,
    refetchOnWindowFocus: !isPaused,
  });
  // What is added at the top would move what somebody has scrolled down to.
  const isLong = (data?.pages.length ?? 0) > 1;
  const runs = data?.pages.flatMap(({ items }) => items) ?? [];
  const total = data?.pages[0]?.total ?? 0;
  return (
    <Page
      title="Runs"
      words="Each execution of a formula, with what every step received and answered."
      actions={
        <>
          <LinkButton href="/runs/why">Why didn't it run?</LinkButton>
          <Button aria-pressed={isPaused} onClick={() => setIsPaused(!isPaused)}>
            {isPaused ? (
              <Play aria-hidden="true" className="size-4" />
            ) : (
              <Pause aria-hidden="true" className="size-4" />
            )}
            {isPaused ? "Go on" : "Pause"}
          </Button>
        </>
      }
    >
      <RunFilters filters={filters} narrow={narrow} />
      <p role="status" className="mt-3 flex flex-wrap items-center gap-x-3 text-muted text-sm">
        {data && inWords(total)}
        {isPaused ? ", paused" : isLong ? ", new ones are shown when you come back to the top" : ""}
        {isNarrowed && (
          <button type="button" onClick={clear} className="text-accent hover:underline">
            Show all
          </button>
        )}
      </p>
      <div className="mt-3" data-live={isLive || undefined}>
        {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Loading what="the runs" />}
        {data && runs.length === 0 && <NoRuns isNarrowed={isNarrowed} onClear={clear} />}
        {runs.length > 0 && <RunTable runs={runs} />}
        {hasNextPage && (
          <div className="mt-4 text-center">
            <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              Show older runs
            </Button>
          </div>
        )}
      </div>
    </Page>
  );
}

const inWords = (total: number) =>
  total > COUNTED
    ? `More than ${COUNTED.toLocaleString("en")} runs`
    : `${total.toLocaleString("en")} ${total === 1 ? "run" : "runs"}`;

function NoRuns({ isNarrowed, onClear }: { isNarrowed: boolean; onClear: () => void }) {
  if (isNarrowed)
    return (
      <Empty title="No run is like that" actions={<Button onClick={onClear}>Show all</Button>}>
        Choose another status or time, or look for something else.
      </Empty>
    );
  return (
    <Empty title="Nothing has run yet" actions={<LinkButton href="/formulas">Go to the formulas</LinkButton>}>
      Run a formula by hand, or switch one on that starts by itself.
    </Empty>
  );
}
