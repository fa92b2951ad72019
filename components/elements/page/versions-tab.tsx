"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useTRPC } from "../../api/trpc.ts";
import { Badge } from "../../ui/badge.tsx";
import { MoreRows } from "../../ui/more-rows.tsx";
import { Card } from "../../ui/page.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Empty, Failed, Loading } from "../../ui/states.tsx";
import type { ElementFacts } from "./element-facts.ts";

/** The published versions of an element, newest first. */
export function VersionsTab({ element: { id: elementId, name } }: { element: ElementFacts }) {
  const t = useTranslations("elements.versions");
  const trpc = useTRPC();
  const { data, error, refetch, ...pages } = useInfiniteQuery(
    trpc.builder.revisions.infiniteQueryOptions(
      { elementId },
      { getNextPageParam: ({ next }) => next ?? undefined, staleTime: 0 },
    ),
  );
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading what={t("loading")} />;
  const revisions = data.pages.flatMap((page) => page.revisions);
  if (revisions.length === 0) return <Empty title={t("none")}>{t("noneDescription")}</Empty>;
  return (
    <>
      <Card className="overflow-hidden">
        <ol aria-label={t("list", { name })} className="divide-y divide-line">
          {revisions.map(({ revision, message, author, createdDate }) => (
            <li key={revision} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-5 py-3.5 text-sm">
              <span className="font-medium">{t("revision", { number: String(revision) })}</span>
              {revision === data.pages[0]?.current && <Badge tone="success">{t("current")}</Badge>}
              <span className="min-w-0 flex-1 basis-40 text-muted [overflow-wrap:anywhere]">{message}</span>
              <span className="text-muted text-xs">
                {author && <span className="mr-2 [overflow-wrap:anywhere]">{author}</span>}
                <RelativeTime at={createdDate} />
              </span>
            </li>
          ))}
        </ol>
      </Card>
      <MoreRows {...pages} />
    </>
  );
}
