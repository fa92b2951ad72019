"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { type RouterOutputs, useTRPC } from "../api/trpc.ts";
import { routeTo } from "../screens/screens.ts";
import { MayChange } from "../shell/may-change.tsx";
import { LinkButton } from "../ui/button.tsx";
import { Link } from "../ui/link.tsx";
import { ListSearch } from "../ui/list-search.tsx";
import { MoreRows } from "../ui/more-rows.tsx";
import { Card, Page } from "../ui/page.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { Empty, Failed, Loading } from "../ui/states.tsx";
import { useDebounced } from "../ui/use-debounced.ts";
import { ConnectionStatus } from "./connection-status.tsx";
import { ElementIcon } from "./element-icon.tsx";

type Row = RouterOutputs["connection"]["list"]["items"][number];

/** All connections that formulas and the API can use; those that need attention come first. */
export function ConnectionList() {
  const t = useTranslations("connections.list");
  const trpc = useTRPC();
  const [text, setText] = useState("");
  const search = useDebounced(text.trim());
  const { data, error, refetch, ...pages } = useInfiniteQuery({
    ...trpc.connection.list.infiniteQueryOptions({ search }, { getNextPageParam: ({ next }) => next }),
    placeholderData: keepPreviousData,
  });
  const connections = data?.pages.flatMap(({ items }) => items) ?? [];
  const total = data?.pages[0]?.total;
  const isEmpty = total === 0 && !pages.isPlaceholderData && search === "" && text === "";
  return (
    <Page
      title={t("title")}
      description={t("description")}
      actions={
        <MayChange isExplained>
          <LinkButton href={routeTo("catalog")} kind="primary">
            <Plus aria-hidden="true" className="size-4" /> {t("connect")}
          </LinkButton>
        </MayChange>
      }
    >
      {isEmpty ? (
        <Empty
          title={t("none")}
          actions={
            <MayChange>
              <LinkButton href={routeTo("catalog")} kind="primary">
                {t("choose")}
              </LinkButton>
            </MayChange>
          }
        >
          {t("noneDescription")}
        </Empty>
      ) : (
        <>
          <ListSearch
            label={t("search")}
            value={text}
            onChange={setText}
            count={total === undefined ? undefined : t(search === "" ? "count" : "found", { count: total })}
          />
          <div className="mt-4">
            {data ? (
              <>
                <Found connections={connections} search={search} />
                <MoreRows {...pages} />
              </>
            ) : error ? (
              <Failed error={error} onRetry={() => void refetch()} />
            ) : (
              <Loading what={t("loading")} />
            )}
          </div>
        </>
      )}
    </Page>
  );
}

function Found({ connections, search }: { connections: Row[]; search: string }) {
  const t = useTranslations("connections.list");
  if (connections.length === 0) return <Empty title={t("notFound", { text: search })} />;
  return (
    <Card className="overflow-hidden">
      <ul aria-label={t("title")} className="divide-y divide-line">
        {connections.map((connection) => (
          <li
            key={connection.id}
            className="relative grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-1 px-5 py-4 hover:bg-tint sm:grid-cols-[auto_minmax(0,1fr)_11rem_7rem]"
          >
            <ElementIcon name={connection.elementName} hub={connection.hub} />
            <span className="min-w-0">
              <Link
                href={routeTo("connection", { elementInstanceId: connection.id })}
                className="block truncate font-medium after:absolute after:inset-0"
              >
                {connection.name}
              </Link>
              <span className="block truncate text-muted text-sm">{connection.elementName}</span>
            </span>
            <span className="col-start-2 sm:col-start-auto">
              <ConnectionStatus {...connection} />
            </span>
            <span className="hidden text-muted text-xs sm:block">
              <RelativeTime at={connection.createdDate} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
