"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Badge } from "../ui/badge.tsx";
import { MoreRows } from "../ui/more-rows.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { type AnyError, Empty, Failed, Loading } from "../ui/states.tsx";

type Revision = { revision: number; message: string | null; author: string | null; createdDate: string };

type Props = {
  /** The name of the formula or element. */
  name: string;
  query: {
    data: { pages: { current: number; revisions: Revision[] }[] } | undefined;
    error: AnyError | null;
    refetch: () => Promise<unknown>;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => Promise<unknown>;
  };
  /** Whether a revision gets a badge, as something that uses the one before may break. */
  isBreaking?: (number: number) => boolean;
  /** Renders the details of the open revision. */
  children: (number: number, current: number) => ReactNode;
};

/** All published revisions, newest first, with author and time. One is open at a time. */
export function RevisionList({ name, query, isBreaking = () => false, children }: Props) {
  const t = useTranslations("drafts.history");
  const [open, setOpen] = useState<number | null>(null);
  const { data, error, refetch } = query;
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading what={t("loading")} />;
  const current = data.pages[0]?.current ?? 0;
  const revisions = data.pages.flatMap((page) => page.revisions);
  if (revisions.length === 0) return <Empty title={t("none")}>{t("noneDescription")}</Empty>;
  return (
    <>
      <ol aria-label={t("list", { name })} className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {revisions.map(({ revision: number, message, author, createdDate }) => (
          <li key={number} className="rounded-xl border border-line bg-surface">
            <button
              type="button"
              aria-expanded={open === number}
              onClick={() => setOpen(open === number ? null : number)}
              className="flex min-h-11 w-full flex-wrap items-baseline gap-x-2 gap-y-1 rounded-xl px-3 py-2 text-left text-sm hover:bg-tint"
            >
              <span className="font-medium">{t("revision", { number: String(number) })}</span>
              {number === current && <Badge tone="success">{t("current")}</Badge>}
              {isBreaking(number) && <Badge tone="waiting">{t("isBreaking")}</Badge>}
              <span className="min-w-0 flex-1 basis-32 text-muted [overflow-wrap:anywhere]">{message}</span>
              <span className="min-w-0 text-muted text-xs [overflow-wrap:anywhere]">
                {author ? (
                  t.rich("by", { author, when: () => <RelativeTime at={createdDate} /> })
                ) : (
                  <RelativeTime at={createdDate} />
                )}
              </span>
            </button>
            {open === number && (
              <div className="grid grid-cols-[minmax(0,1fr)] gap-3 border-line border-t p-3">
                {children(number, current)}
              </div>
            )}
          </li>
        ))}
      </ol>
      <MoreRows {...query} />
    </>
  );
}
