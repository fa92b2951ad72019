"use client";

import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { cutText } from "#server/cut-text.ts";
import { OWNERSHIPS } from "#server/element/definition/ownership.ts";
import { NEXT_PAGE } from "../api/next-page.ts";
import { type RouterOutputs, useTRPC } from "../api/trpc.ts";
import { ElementIcon, useHubName, useSortedHubs } from "../connections/element-icon.tsx";
import { routeTo } from "../screens/screens.ts";
import { MayChange } from "../shell/may-change.tsx";
import { Badge } from "../ui/badge.tsx";
import { Button, LinkButton } from "../ui/button.tsx";
import { Link } from "../ui/link.tsx";
import { MoreRows } from "../ui/more-rows.tsx";
import { Card, Page } from "../ui/page.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { SearchField } from "../ui/search-field.tsx";
import { Empty, Failed, Loading } from "../ui/states.tsx";
import { INPUT_LOOK } from "../ui/text-field.tsx";
import { ElementStatus } from "./element-status.tsx";
import { useDrafts } from "./use-drafts.tsx";
import { useElementFilters } from "./use-element-filters.ts";

type Row = RouterOutputs["elements"]["list"]["items"][number];
type Filters = ReturnType<typeof useElementFilters>;

/** The catalog: all elements that the user sees, with their owner, status and connections. */
export function ElementList() {
  const t = useTranslations("elements.list");
  const trpc = useTRPC();
  const filters = useElementFilters();
  const drafts = useDrafts();
  const { data, error, refetch, ...pages } = useInfiniteQuery({
    ...trpc.elements.list.infiniteQueryOptions(filters.filters, NEXT_PAGE),
    placeholderData: keepPreviousData,
  });
  const elements = data?.pages.flatMap(({ items }) => items) ?? [];
  const newElement = (
    <MayChange isExplained>
      <LinkButton href={routeTo("newElement")} kind="primary">
        <Plus aria-hidden="true" className="size-4" /> {t("new")}
      </LinkButton>
    </MayChange>
  );
  return (
    <Page
      title={t("title")}
      description={t("description")}
      actions={
        <>
          <MayChange>
            <LinkButton href={routeTo("import")}>{t("import")}</LinkButton>
          </MayChange>
          {newElement}
        </>
      }
    >
      <ElementFilters {...filters} total={data?.pages[0]?.total} />
      <div className="mt-4">
        {error ? (
          <Failed error={error} onRetry={() => void refetch()} />
        ) : !data || drafts.isPending ? (
          <Loading what={t("loading")} />
        ) : elements.length > 0 ? (
          <>
            {!filters.isNarrowed && drafts.content}
            <Card className="overflow-hidden">
              <ul aria-label={t("title")} className="divide-y divide-line">
                {elements.map((element) => (
                  <ElementRow key={element.id} element={element} />
                ))}
              </ul>
            </Card>
            <MoreRows {...pages} />
          </>
        ) : filters.isNarrowed ? (
          <Empty title={t("notFound")} actions={<Button onClick={filters.clear}>{t("clear")}</Button>} />
        ) : (
          <>
            {drafts.content}
            <Empty title={t("none")} actions={newElement}>
              {t("noneDescription")}
            </Empty>
          </>
        )}
      </div>
    </Page>
  );
}

function ElementFilters({
  text,
  setText,
  filters,
  narrow,
  isNarrowed,
  total,
}: Filters & { total: number | undefined }) {
  const t = useTranslations("elements.list");
  const owners = useTranslations("elements.ownership");
  const hubName = useHubName();
  const byHubName = useSortedHubs();
  const trpc = useTRPC();
  const { data: hubs = [] } = useQuery({ ...trpc.elements.hubs.queryOptions(), staleTime: 60_000 });
  const hubField = useId();
  // An address may name a hub without elements.
  const offered = filters.hub === undefined || hubs.includes(filters.hub) ? hubs : [...hubs, filters.hub];
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <SearchField label={t("search")} placeholder={t("placeholder")} value={text} onChange={setText} />
        <label htmlFor={hubField} className="sr-only">
          {t("hub")}
        </label>
        <select
          id={hubField}
          value={filters.hub ?? ""}
          onChange={({ target }) => narrow({ hub: target.value })}
          className={`${INPUT_LOOK} sm:w-52`}
        >
          <option value="">{t("allHubs")}</option>
          {byHubName(offered).map((hub) => (
            <option key={hub} value={hub}>
              {cutText(hubName(hub), 100)}
            </option>
          ))}
        </select>
        <p role="status" className="text-muted text-sm sm:ml-auto">
          {total !== undefined && t(isNarrowed ? "found" : "count", { count: total })}
        </p>
      </div>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">{t("ownership")}</legend>
        {["" as const, ...OWNERSHIPS].map((ownership) => (
          <button
            key={ownership}
            type="button"
            aria-pressed={(filters.ownership ?? "") === ownership}
            onClick={() => narrow({ ownership })}
            className="min-h-8 rounded-full border border-line bg-surface px-3.5 py-1 text-sm hover:border-accent aria-pressed:border-accent aria-pressed:bg-tint aria-pressed:font-medium aria-pressed:text-accent"
          >
            {ownership === "" ? t("all") : owners(ownership)}
          </button>
        ))}
      </fieldset>
    </div>
  );
}

function ElementRow({ element }: { element: Row }) {
  const t = useTranslations("elements.list");
  const owners = useTranslations("elements.ownership");
  const hubName = useHubName();
  const { address, key, name, hub, ownership, status, connections, updatedDate } = element;
  return (
    <li className="relative grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-1 px-5 py-4 hover:bg-tint lg:grid-cols-[auto_minmax(0,1fr)_9rem_7.5rem_9.5rem]">
      <ElementIcon name={name} hub={hub} />
      <span className="min-w-0">
        <Link
          href={routeTo("element", { elementKey: address })}
          className="block truncate font-medium after:absolute after:inset-0"
        >
          {name}
        </Link>
        <span className="block truncate text-muted text-sm">
          {hubName(hub)} · <code className="font-mono text-xs">{key}</code>
        </span>
      </span>
      <span className="col-start-2 flex flex-wrap items-center gap-x-3 lg:contents">
        <span>
          <Badge>{owners(ownership)}</Badge>
        </span>
        <ElementStatus status={status} />
      </span>
      <span className="col-start-2 text-muted text-xs lg:col-start-auto">
        <span className="block">{t("connections", { count: connections })}</span>
        <span className="block">{t.rich("changed", { when: () => <RelativeTime at={updatedDate} /> })}</span>
      </span>
    </li>
  );
}
