"use client";

import { useSearchParams } from "next/navigation";
import { type ReactNode, useEffect, useState } from "react";
import { ListSearch } from "./list-search.tsx";
import { MoreRows } from "./more-rows.tsx";
import { currentQuery, replaceQuery } from "./query-string.ts";
import { Empty, Failed, Loading } from "./states.tsx";
import { useDebounced } from "./use-debounced.ts";

/**
 * The search of a list: the text that is typed, and what is searched for once the typing pauses. The address keeps it,
 * so that it is there after a return to the list.
 */
export function useSearch() {
  const [text, setText] = useState(useSearchParams().get("q") ?? "");
  const search = useDebounced(text.trim());
  useEffect(() => {
    const query = currentQuery();
    if ((query.get("q") ?? "") === search) return;
    if (search) query.set("q", search);
    else query.delete("q");
    replaceQuery(query);
  }, [search]);
  return { text, setText, search };
}

/** A query of a list, page by page. */
type Pages<Item> = {
  data: { pages: readonly { items: readonly Item[]; total: number }[] } | undefined;
  error: Parameters<typeof Failed>[0]["error"] | null;
  refetch: () => Promise<unknown>;
  isPlaceholderData: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<unknown>;
};

type Props<Item> = {
  /** The label of the search. */
  label: string;
  search: ReturnType<typeof useSearch>;
  pages: Pages<Item>;
  /** How many there are, or were found. */
  count: (total: number, isFound: boolean) => string;
  loading: string;
  notFound: (text: string) => string;
  /** Shown in place of the list as long as there is nothing to search. */
  empty: ReactNode;
  /** Shown above the list while the search is empty. The list waits for it, so that it does not move. */
  above?: { isPending: boolean; content: ReactNode };
  children: (items: Item[]) => ReactNode;
};

/** A list that is searched on the server and continued page by page, with its empty, loading and failed states. */
export function SearchedList<Item>({
  label,
  search,
  pages,
  count,
  loading,
  notFound,
  empty,
  above,
  children,
}: Props<Item>) {
  const { text, setText, search: found } = search;
  const { data, error, refetch, isPlaceholderData, ...more } = pages;
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  const total = data?.pages[0]?.total;
  const isWaiting = !data || above?.isPending === true;
  if (total === 0 && !isPlaceholderData && found === "" && text === "" && !isWaiting)
    return (
      <>
        {above?.content}
        {empty}
      </>
    );
  return (
    <>
      <ListSearch
        label={label}
        value={text}
        onChange={setText}
        count={total === undefined ? undefined : count(total, found !== "")}
      />
      <div className="mt-4">
        {!isWaiting ? (
          <>
            {found === "" && above?.content}
            {items.length === 0 ? <Empty title={notFound(found)} /> : children(items)}
            <MoreRows {...more} />
          </>
        ) : error ? (
          <Failed error={error} onRetry={() => void refetch()} />
        ) : (
          <Loading what={loading} />
        )}
      </div>
    </>
  );
}
