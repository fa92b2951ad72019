"use client";

import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { NEXT_PAGE } from "../../api/next-page.ts";
import { useTRPC } from "../../api/trpc.ts";
import { RevisionList } from "../../drafts/revision-list.tsx";
import { MayChange } from "../../shell/may-change.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Failed, Loading } from "../../ui/states.tsx";
import { useDesign, useDesignStore, useDraft } from "../model/design.ts";
import { emptyDraft, openDraft } from "../model/draft.ts";
import { useSpeech } from "../model/speech.ts";
import { changesBetween } from "./draft-changes.ts";
import { FormulaChanges } from "./formula-changes.tsx";
import { InstanceValues } from "./instance-values.tsx";
import { type Chosen, goneVariables, movesOf } from "./value-moves.ts";

type Props = { formulaId: number; onClose: () => void };

/** All published revisions of a formula, their changes, and a button that restores each. */
export function HistoryDialog({ formulaId, onClose }: Props) {
  const t = useTranslations("designer.history");
  const trpc = useTRPC();
  const name = useDraft().name;
  const revisions = useInfiniteQuery(
    trpc.design.revisions.infiniteQueryOptions({ formulaId }, { ...NEXT_PAGE, staleTime: 0, gcTime: 0 }),
  );
  return (
    <Dialog title={t("title")} description={t("description")} open onOpenChange={onClose}>
      <RevisionList name={name} query={revisions}>
        {(number, current) => <Looked formulaId={formulaId} number={number} current={current} onClose={onClose} />}
      </RevisionList>
    </Dialog>
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
    <>
      {changes ? (
        <FormulaChanges changes={changes} none={t("history.nothing")} />
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
    </>
  );
}
