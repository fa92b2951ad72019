"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { NEXT_PAGE } from "../../api/next-page.ts";
import { useTRPC } from "../../api/trpc.ts";
import { RestoreButton } from "../../drafts/restore-button.tsx";
import { RevisionList } from "../../drafts/revision-list.tsx";
import { MayChange } from "../../shell/may-change.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Loading } from "../../ui/states.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { useDesign, useDraft } from "../model/design.ts";
import { type Draft, emptyDraft, openDraft } from "../model/draft.ts";
import { useSpeech } from "../model/speech.ts";
import { changesBetween } from "./draft-changes.ts";
import { FormulaChanges } from "./formula-changes.tsx";

type Props = { formulaId: number; onClose: () => void };

/** All published revisions of a formula, their changes, and a button that makes an earlier one the draft. */
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
  const forever = { staleTime: Number.POSITIVE_INFINITY };
  const now = useQuery({ ...trpc.design.revision.queryOptions({ formulaId, revision: number }), ...forever });
  const before = useQuery({
    ...trpc.design.revision.queryOptions({ formulaId, revision: number - 1 }),
    ...forever,
    enabled: number > 1,
  });
  const revision = useMemo(() => now.data && openDraft(now.data.formula), [now.data]);
  const changes = useMemo(() => {
    if (!revision || (number > 1 && !before.data)) return null;
    return changesBetween(before.data ? openDraft(before.data.formula) : { ...emptyDraft, name: "" }, revision, speech);
  }, [revision, before.data, number, speech]);
  return (
    <>
      {changes ? (
        <FormulaChanges changes={changes} none={t("history.nothing")} />
      ) : (
        <Loading what={t("history.loadingChanges")} />
      )}
      {revision && number !== current && (
        <MayChange>
          <Restore number={number} revision={revision} onRestored={onClose} />
        </MayChange>
      )}
    </>
  );
}

type Restoring = { number: number; revision: Draft; onRestored: () => void };

function Restore({ number, revision, onRestored }: Restoring) {
  const { t } = useSpeech();
  const restoring = useTranslations("drafts.restore");
  const toast = useToast();
  const isUnpublished = useDesign(({ history, published }) => history.present !== published);
  const change = useDesign((design) => design.change);

  function restore() {
    change({ do: "replace", draft: revision });
    toast(t("announcements.restored", { number: String(number) }), t("history.restoredDescription"));
    onRestored();
  }

  return (
    <div className="flex flex-wrap items-center justify-end gap-3">
      <p className="text-muted text-xs">{restoring("help")}</p>
      <RestoreButton isUnpublished={isUnpublished} description={t("history.unpublished")} onRestore={restore} />
    </div>
  );
}
