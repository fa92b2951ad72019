"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { NEXT_PAGE } from "../../api/next-page.ts";
import { useTRPC } from "../../api/trpc.ts";
import { ConnectionStatus } from "../../connections/connection-status.tsx";
import { routeTo } from "../../screens/screens.ts";
import { Link } from "../../ui/link.tsx";
import { MoreRows } from "../../ui/more-rows.tsx";
import { Card } from "../../ui/page.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Empty, Failed, Loading } from "../../ui/states.tsx";
import { ConnectLink } from "./connect-link.tsx";
import type { ElementFacts } from "./element-facts.ts";

/** The connections of an element that the user sees; those that need attention come first. */
export function ConnectionsTab({ element }: { element: ElementFacts }) {
  const t = useTranslations("elements.connections");
  const trpc = useTRPC();
  const { data, error, refetch, ...pages } = useInfiniteQuery(
    trpc.connection.list.infiniteQueryOptions({ elementId: element.id }, NEXT_PAGE),
  );
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading what={t("loading")} />;
  const connections = data.pages.flatMap(({ items }) => items);
  if (connections.length === 0)
    return (
      <Empty title={t("none")} actions={<ConnectLink element={element} />}>
        {t("noneDescription")}
      </Empty>
    );
  return (
    <>
      <Card className="overflow-hidden">
        <ul aria-label={t("list", { name: element.name })} className="divide-y divide-line">
          {connections.map((connection) => (
            <li
              key={connection.id}
              className="relative grid items-center gap-x-4 gap-y-1 px-5 py-3.5 hover:bg-tint sm:grid-cols-[minmax(0,1fr)_11rem_7rem]"
            >
              <Link
                href={routeTo("connection", { elementInstanceId: connection.id })}
                className="min-w-0 truncate font-medium after:absolute after:inset-0"
              >
                {connection.name}
              </Link>
              <ConnectionStatus {...connection} />
              <span className="text-muted text-xs">
                <RelativeTime at={connection.createdDate} />
              </span>
            </li>
          ))}
        </ul>
      </Card>
      <MoreRows {...pages} />
    </>
  );
}
