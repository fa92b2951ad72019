"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { EXECUTION_STATUSES, type ExecutionStatus } from "#server/formula/execution-status.ts";
import { useTRPC } from "../shell/trpc.ts";
import { Button, LinkButton } from "../ui/button.tsx";
import { Card, Page } from "../ui/page.tsx";
import { RUN_STATUSES } from "../ui/run-status.tsx";
import { Empty, Failed, Loading } from "../ui/states.tsx";
import { INPUT_LOOK } from "../ui/text-field.tsx";
import { RunRow } from "./run-row.tsx";

const EVERY_MS = 3000;

/** Every run, newest first. What it is narrowed to is in the address, so that it can be shared. */
export function RunList() {
  const { filters, narrow } = useFilters();
  const trpc = useTRPC();
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    ...trpc.execution.list.infiniteQueryOptions(filters, { getNextPageParam: ({ next }) => next }),
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : EVERY_MS),
  });
  const runs = data?.pages.flatMap(({ items }) => items) ?? [];
  const total = data?.pages[0]?.total ?? 0;
  const isNarrowed = Object.values(filters).some((value) => value !== undefined);
  return (
    <Page title="Runs" words="Each execution of a formula, with what every step received and answered.">
      <div className="flex flex-wrap items-end gap-3">
        <label className="grid gap-1.5 font-medium text-sm">
          Status
          <select
            value={filters.status ?? ""}
            onChange={({ target }) => narrow({ status: target.value })}
            className={`${INPUT_LOOK} font-normal`}
          >
            <option value="">All</option>
            {EXECUTION_STATUSES.map((status) => (
              <option key={status} value={status}>
                {RUN_STATUSES[status].words}
              </option>
            ))}
          </select>
        </label>
        <form
          key={filters.objectId ?? ""}
          onSubmit={(event) => {
            event.preventDefault();
            narrow({ objectId: String(new FormData(event.currentTarget).get("objectId") ?? "").trim() });
          }}
          className="grid min-w-0 gap-1.5"
        >
          <label htmlFor="object-id" className="font-medium text-sm">
            About the object
          </label>
          <input
            id="object-id"
            name="objectId"
            type="search"
            defaultValue={filters.objectId ?? ""}
            placeholder="Its id, then Enter"
            className={INPUT_LOOK}
          />
        </form>
        {isNarrowed && (
          <Button
            kind="quiet"
            onClick={() => narrow({ status: "", objectId: "", formulaId: "", formulaInstanceId: "" })}
          >
            Show all
          </Button>
        )}
        <p role="status" className="ml-auto self-center text-muted text-sm">
          {data ? `${total.toLocaleString("en")} ${total === 1 ? "run" : "runs"}` : ""}
        </p>
      </div>
      <div className="mt-4">
        {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Loading what="the runs" />}
        {data && runs.length === 0 && <NoRuns isNarrowed={isNarrowed} />}
        {runs.length > 0 && (
          <Card className="overflow-hidden">
            <ul aria-label="Runs" className="divide-y divide-line">
              {runs.map((run) => (
                <RunRow key={run.id} run={run} />
              ))}
            </ul>
          </Card>
        )}
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

function NoRuns({ isNarrowed }: { isNarrowed: boolean }) {
  if (isNarrowed) return <Empty title="No run is like that">Choose another status, or show all of them.</Empty>;
  return (
    <Empty title="Nothing has run yet" actions={<LinkButton href="/formulas">Go to the formulas</LinkButton>}>
      Run a formula by hand, or switch one on that starts by itself.
    </Empty>
  );
}

/** The filters that the address says; `narrow` writes them there, an empty one is taken away. */
function useFilters() {
  const search = useSearchParams();
  const path = usePathname();
  const { replace } = useRouter();
  const text = (name: string) => search.get(name) || undefined;
  const id = (name: string) => (/^\d+$/.test(text(name) ?? "") ? Number(text(name)) : undefined);
  const status = EXECUTION_STATUSES.find((known): known is ExecutionStatus => known === search.get("status"));
  const filters = {
    status,
    objectId: text("objectId"),
    formulaId: id("formulaId"),
    formulaInstanceId: id("formulaInstanceId"),
  };

  function narrow(changes: Record<string, string>) {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(changes)) value ? next.set(name, value) : next.delete(name);
    replace(`${path}${next.size > 0 ? `?${next}` : ""}` as never, { scroll: false });
  }

  return { filters, narrow };
}
