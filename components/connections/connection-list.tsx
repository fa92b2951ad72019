"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { NEXT_PAGE } from "../api/next-page.ts";
import { type RouterOutputs, useTRPC } from "../api/trpc.ts";
import { routeTo } from "../screens/screens.ts";
import { MayChange } from "../shell/may-change.tsx";
import { LinkButton } from "../ui/button.tsx";
import { Link } from "../ui/link.tsx";
import { Card, Page } from "../ui/page.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { SearchedList, useSearch } from "../ui/searched-list.tsx";
import { Empty } from "../ui/states.tsx";
import { ConnectionStatus } from "./connection-status.tsx";
import { ElementIcon } from "./element-icon.tsx";

type Row = RouterOutputs["connection"]["list"]["items"][number];

/** All connections that formulas and the API can use; those that need attention come first. */
export function ConnectionList() {
  const t = useTranslations("connections.list");
  const trpc = useTRPC();
  const search = useSearch();
  const pages = useInfiniteQuery({
    ...trpc.connection.list.infiniteQueryOptions({ search: search.search }, NEXT_PAGE),
    placeholderData: keepPreviousData,
  });
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
      <SearchedList
        label={t("search")}
        search={search}
        pages={pages}
        count={(count, isFound) => t(isFound ? "found" : "count", { count })}
        loading={t("loading")}
        notFound={(text) => t("notFound", { text })}
        empty={
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
        }
      >
        {(connections) => <Found connections={connections} />}
      </SearchedList>
    </Page>
  );
}

function Found({ connections }: { connections: Row[] }) {
  const t = useTranslations("connections.list");
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
