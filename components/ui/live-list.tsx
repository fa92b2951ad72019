"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { type Exported, ExportLinks } from "./export-links.tsx";
import { MoreRows } from "./more-rows.tsx";
import { Empty, Failed, Loading } from "./states.tsx";
import { useSteadyRows } from "./use-steady-rows.ts";

/** Counting ends here: larger numbers are not useful to people. */
const MOST_COUNTED = 10_000;

type Pages<Row> = {
  data: { pages: readonly { items: readonly Row[]; total: number }[] } | undefined;
  error: Parameters<typeof Failed>[0]["error"] | null;
  refetch: () => Promise<unknown>;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<unknown>;
};

type Props<Row> = {
  /** The fields that narrow the list, and whether they do. */
  filters: ReactNode;
  narrowed: { isNarrowed: boolean; clear: () => void };
  pages: Pages<Row>;
  keyOf: (row: Row) => string | number;
  texts: {
    loading: string;
    count: (total: number) => string;
    /** The button that shows new rows. */
    waiting: (count: number) => string;
    noneSuch: string;
    noneSuchDescription?: string;
    /** The button for the next page, if it is not the one of all lists. */
    more?: string;
  };
  /** More about the list, beside the count. */
  note?: ReactNode;
  /** The export of the list, if it has one. */
  exported?: Exported;
  /** Shown in place of the rows if there are none at all. */
  empty: ReactNode;
  /** Whether the server announces changes, which tests wait for. */
  isLive?: boolean;
  children: (rows: Row[]) => ReactNode;
};

/**
 * A list that grows while it is shown: filters, the count, new rows that wait while the pointer or the focus is in the
 * list, further pages, and the states of all lists. The line with the count is always there, so that no row moves.
 */
export function LiveList<Row>({
  filters,
  narrowed,
  pages,
  keyOf,
  texts,
  note,
  exported,
  empty,
  isLive,
  children,
}: Props<Row>) {
  const t = useTranslations("ui.list");
  const { data, error, refetch, ...more } = pages;
  const found = data?.pages.flatMap(({ items }) => items) ?? [];
  const { rows, waiting, showWaiting, handlers } = useSteadyRows(found, keyOf);
  const total = data?.pages[0]?.total ?? 0;
  const isEmpty = data !== undefined && found.length === 0;
  const { isNarrowed, clear } = narrowed;
  return (
    <>
      {filters}
      <div className="mt-3 mb-3 flex min-h-8 flex-wrap items-center gap-x-3 text-muted text-sm">
        <p role="status">
          {data && (total > MOST_COUNTED ? t("moreThan", { count: texts.count(MOST_COUNTED) }) : texts.count(total))}
        </p>
        {note}
        {isNarrowed && !isEmpty && <LineButton onClick={clear}>{t("showAll")}</LineButton>}
        {waiting > 0 && <LineButton onClick={showWaiting}>{texts.waiting(waiting)}</LineButton>}
        {exported && !isEmpty && <ExportLinks exported={exported} />}
      </div>
      {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading what={texts.loading} />}
      {isEmpty &&
        (isNarrowed ? (
          <Empty title={texts.noneSuch} actions={<Button onClick={clear}>{t("showAll")}</Button>}>
            {texts.noneSuchDescription}
          </Empty>
        ) : (
          empty
        ))}
      {rows.length > 0 && (
        <div data-live={isLive || undefined} {...handlers}>
          {children(rows)}
        </div>
      )}
      <MoreRows {...more} label={texts.more} />
    </>
  );
}

function LineButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" onClick={onClick} className="min-h-6 text-accent hover:underline">
      {children}
    </button>
  );
}

/** The interval of a query whose list shows one page; rows of further pages stay where they are. */
export const whileFirstPage =
  (everyMs: number) =>
  ({ state }: { state: { data?: { pages: readonly unknown[] } | undefined } }): number | false =>
    (state.data?.pages.length ?? 0) > 1 ? false : everyMs;
