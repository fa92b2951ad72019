"use client";

import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { type Answer, useTRPC } from "../../api/trpc.ts";
import { MayChange } from "../../shell/may-change.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Failed, Loading } from "../../ui/states.tsx";
import { useBuilder, useBuilderStore } from "../model/builder.ts";
import { openElement } from "../model/element-draft.ts";
import { changesBetween } from "../model/units.ts";
import { ChangeList } from "./change-list.tsx";

type Revision = Answer["builder"]["revisions"]["revisions"][number];
type Props = { elementId: number; onClose: () => void };

/** All published revisions of an element, their changes, and a button that restores each. */
export function HistoryDialog({ elementId, onClose }: Props) {
  const t = useTranslations("builder.history");
  const trpc = useTRPC();
  const { data, error, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(
    trpc.builder.revisions.infiniteQueryOptions(
      { elementId },
      { getNextPageParam: ({ next }) => next ?? undefined, staleTime: 0, gcTime: 0 },
    ),
  );
  const [looked, setLooked] = useState<number | null>(null);
  const current = data?.pages[0]?.current ?? 0;
  return (
    <Dialog title={t("title")} description={t("description")} open onOpenChange={onClose}>
      {error && <Failed error={error} />}
      {!data && !error && <Loading what={t("loading")} />}
      <ol aria-label={t("revisions")} className="grid gap-2">
        {data?.pages
          .flatMap(({ revisions }) => revisions)
          .map((revision) => (
            <RevisionRow
              key={revision.revision}
              elementId={elementId}
              revision={revision}
              current={current}
              isOpen={looked === revision.revision}
              onLook={() => setLooked(looked === revision.revision ? null : revision.revision)}
              onClose={onClose}
            />
          ))}
      </ol>
      {hasNextPage && (
        <Button className="mt-3" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t("earlier")}
        </Button>
      )}
    </Dialog>
  );
}

type RowProps = {
  elementId: number;
  revision: Revision;
  current: number;
  isOpen: boolean;
  onLook: () => void;
  onClose: () => void;
};

function RevisionRow({ elementId, revision, current, isOpen, onLook, onClose }: RowProps) {
  const t = useTranslations("builder.history");
  const number = revision.revision;
  return (
    <li className="rounded-xl border border-line p-3">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0 text-sm">
          <span className="font-medium">{t("revision", { number: String(number) })}</span>{" "}
          {number === current && <Badge>{t("current")}</Badge>}
          <p className="break-words text-muted text-xs">
            {revision.author ?? t("someone")} · <RelativeTime at={revision.createdDate} />
          </p>
          {revision.message && <p className="mt-1 break-words">{revision.message}</p>}
        </div>
        <Button aria-expanded={isOpen} onClick={onLook}>
          {t("changes")}
        </Button>
      </div>
      {isOpen && <Looked elementId={elementId} number={number} current={current} onClose={onClose} />}
    </li>
  );
}

type LookedProps = { elementId: number; number: number; current: number; onClose: () => void };

/** The difference between a revision and the draft, and the button that restores it. */
function Looked({ elementId, number, current, onClose }: LookedProps) {
  const t = useTranslations("builder");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const store = useBuilderStore();
  const published = useBuilder((builder) => builder.published);
  const { data, error } = useQuery(trpc.builder.revision.queryOptions({ elementId, revision: number }));
  const restore = useMutation(
    trpc.builder.restore.mutationOptions({
      onSuccess(next) {
        const element = openElement(next.element);
        const { keep, edit } = store.getState();
        edit(() => element, { announce: t("announcements.restored", { number: String(number) }) });
        keep({ revision: next.revision, published: element, kept: null, keptDraft: element });
        void queries.invalidateQueries({ queryKey: trpc.builder.pathKey(), refetchType: "none" });
        onClose();
      },
    }),
  );
  if (error) return <Failed error={error} />;
  if (!data) return <Loading what={t("history.loading")} />;
  const element = openElement(data.element);
  return (
    <div className="mt-3 grid gap-3 border-line border-t pt-3">
      {number !== current && <ChangeList changes={changesBetween(element, published ?? {})} />}
      {number === current && <p className="text-muted text-sm">{t("history.isCurrent")}</p>}
      {restore.error && <Failed error={restore.error} />}
      {number !== current && (
        <MayChange>
          <Button
            kind="primary"
            className="justify-self-end"
            isBusy={restore.isPending}
            onClick={() => restore.mutate({ elementId, revision: number, basedOn: current })}
          >
            {t("history.restore")}
          </Button>
        </MayChange>
      )}
    </div>
  );
}
