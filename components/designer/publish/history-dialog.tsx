"use client";

import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { type Answer, useTRPC } from "../../api/trpc.ts";
import { MayChange } from "../../shell/may-change.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Failed, Loading } from "../../ui/states.tsx";
import { useDesign, useDesignStore } from "../model/design.ts";
import { emptyDraft, openDraft } from "../model/draft.ts";
import { useSpeech } from "../model/speech.ts";
import { ChangeList } from "./change-list.tsx";
import { changesBetween } from "./draft-changes.ts";
import { InstanceValues } from "./instance-values.tsx";
import { type Chosen, goneVariables, movesOf } from "./value-moves.ts";

type Revision = Answer["design"]["revisions"]["revisions"][number];
type Props = { formulaId: number; onClose: () => void };

/** All published revisions of a formula, their changes, and a button that restores each. */
export function HistoryDialog({ formulaId, onClose }: Props) {
  const t = useTranslations("designer.history");
  const trpc = useTRPC();
  const { data, error, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(
    trpc.design.revisions.infiniteQueryOptions(
      { formulaId },
      { getNextPageParam: ({ next }) => next ?? undefined, staleTime: 0, gcTime: 0 },
    ),
  );
  const [looked, setLooked] = useState<number | null>(null);
  const current = data?.pages[0]?.current;
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
              formulaId={formulaId}
              revision={revision}
              current={current ?? 0}
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

type RowProps = Props & { revision: Revision; current: number; isOpen: boolean; onLook: () => void };

function RevisionRow({ formulaId, revision, current, isOpen, onLook, onClose }: RowProps) {
  const t = useTranslations("designer.history");
  const { revision: number, message, author, createdDate } = revision;
  return (
    <li className="rounded-xl border border-line">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onLook}
        className="flex min-h-11 w-full flex-wrap items-baseline gap-x-2 rounded-xl px-3 py-2 text-left text-sm hover:bg-tint"
      >
        <span className="font-medium">{t("revision", { number: String(number) })}</span>
        {number === current && <Badge tone="success">{t("runsNow")}</Badge>}
        <span className="min-w-0 flex-1 basis-32 break-words text-muted">{message}</span>
        <span className="text-muted text-xs">
          {author ? (
            t.rich("by", { author, when: () => <RelativeTime at={createdDate} /> })
          ) : (
            <RelativeTime at={createdDate} />
          )}
        </span>
      </button>
      {isOpen && <Looked formulaId={formulaId} number={number} current={current} onClose={onClose} />}
    </li>
  );
}

function Looked({ formulaId, number, current, onClose }: Props & { number: number; current: number }) {
  const speech = useSpeech();
  const { t } = speech;
  const trpc = useTRPC();
  const store = useDesignStore();
  const isUnpublished = useDesign(({ history, published }) => history.present !== published);
  const forever = { staleTime: Number.POSITIVE_INFINITY };
  const now = useQuery({ ...trpc.design.revision.queryOptions({ formulaId, revision: number }), ...forever });
  const before = useQuery({
    ...trpc.design.revision.queryOptions({ formulaId, revision: number - 1 }),
    ...forever,
    enabled: number > 1,
  });
  const restore = useMutation(
    trpc.design.restore.mutationOptions({
      onSuccess: ({ revision, formula }) => {
        const { keep, change } = store.getState();
        if (!isUnpublished) {
          const restored = openDraft(formula);
          keep({ revision, published: restored, keptDraft: restored });
          change(
            { do: "replace", draft: restored },
            t("announcements.restored", { number: String(number), revision: String(revision) }),
          );
        }
        onClose();
      },
    }),
  );
  const published = useDesign((design) => (design.revision === current ? design.published : null));
  const [chosen, setChosen] = useState<Chosen>({});
  const restored = useMemo(() => now.data && openDraft(now.data.formula), [now.data]);
  const gone = useMemo(
    () => (published && restored ? goneVariables(published, restored, chosen) : []),
    [published, restored, chosen],
  );
  const changes = useMemo(() => {
    if (!restored || (number > 1 && !before.data)) return null;
    return changesBetween(before.data ? openDraft(before.data.formula) : { ...emptyDraft, name: "" }, restored, speech);
  }, [restored, before.data, number, speech]);
  return (
    <div className="grid gap-3 border-line border-t p-3">
      {changes ? (
        <ChangeList changes={changes} none={t("history.nothing")} />
      ) : (
        <Loading what={t("history.loadingChanges")} />
      )}
      <MayChange>
        {published && restored && number !== current && (
          <InstanceValues
            before={published}
            after={restored}
            gone={gone}
            onChoose={(key, to) => setChosen({ ...chosen, [key]: to })}
          />
        )}
        {restore.error && <Failed error={restore.error} />}
        {number !== current && (
          <div className="flex flex-wrap items-center justify-end gap-3">
            {isUnpublished && <p className="text-muted text-xs">{t("history.draftStays")}</p>}
            <Button
              isBusy={restore.isPending}
              onClick={() => restore.mutate({ formulaId, revision: number, basedOn: current, moves: movesOf(gone) })}
            >
              {t("history.restore")}
            </Button>
          </div>
        )}
      </MayChange>
    </div>
  );
}
