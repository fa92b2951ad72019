"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import type { ScreenError } from "../../api/trpc.ts";
import { MoreRows } from "../../ui/more-rows.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { Empty, Failed, Loading } from "../../ui/states.tsx";
import { useDebounced } from "../../ui/use-debounced.ts";

/** The text that the list of a part is searched by: as it is typed, and after a pause. */
export function usePartSearch() {
  const [text, setText] = useState("");
  return { text, setText, search: useDebounced(text.trim()) };
}

type Paged<Item> = {
  data: { pages: { items: Item[]; total: number }[] } | undefined;
  error: ScreenError | null;
  refetch: () => Promise<unknown>;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<unknown>;
};

type Props<Item> = {
  part: "resources" | "objects" | "documentation";
  query: Paged<Item>;
  text: string;
  setText: (text: string) => void;
  search: string;
  children: (items: Item[]) => ReactNode;
};

/** A searched and paged list of the parts of an element, with its count and its states. */
export function ElementPart<Item>({ part, query, text, setText, search, children }: Props<Item>) {
  const t = useTranslations(`elements.${part}`);
  const { data, error, refetch } = query;
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading what={t("loading")} />;
  if (items.length === 0 && search === "" && text === "")
    return <Empty title={t("none")}>{t("noneDescription")}</Empty>;
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <SearchField label={t("search")} value={text} onChange={setText} />
        <p role="status" className="text-muted text-sm">
          {t("count", { count: data.pages[0]?.total ?? 0 })}
        </p>
      </div>
      {items.length > 0 ? children(items) : <Empty title={t("notFound", { text: search })} />}
      <MoreRows {...query} />
    </>
  );
}
