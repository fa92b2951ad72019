"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { type ScreenError, useTRPC } from "../../api/trpc.ts";
import { DraftNotice } from "../../drafts/draft-notice.tsx";
import type { WorkState } from "../../drafts/use-publishing.ts";
import { Button } from "../../ui/button.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { Failed } from "../../ui/states.tsx";
import { useDesign, useDesignStore } from "../model/design.ts";
import { openDraft } from "../model/draft.ts";

const MergeDialog = lazyComponent(async () => (await import("./merge-dialog.tsx")).MergeDialog);

type Props = { state: WorkState; error: ScreenError | null; onDone: () => void; onKeep: () => void };

/** Problems that prevent saving or publishing the draft, with actions to solve them. */
export function WorkNotice({ state, error, onDone, onKeep }: Props) {
  const t = useTranslations("designer.notice");
  const formulaId = useDesign((design) => design.formulaId);
  const [isMerging, setIsMerging] = useState(false);
  if (state === "failed" && error)
    return (
      <div className="p-3">
        <Failed error={error} />
      </div>
    );
  if (state === "conflict" && formulaId !== null)
    return (
      <>
        <DraftNotice title={t("conflict")} description={t("conflictDescription")}>
          <Button aria-haspopup="dialog" onClick={() => setIsMerging(true)}>
            {t("merge")}
          </Button>
        </DraftNotice>
        {isMerging && (
          <MergeDialog
            formulaId={formulaId}
            onClose={() => setIsMerging(false)}
            onMerged={() => {
              setIsMerging(false);
              onDone();
            }}
          />
        )}
      </>
    );
  return state === "elsewhere" ? <Elsewhere onKeep={onKeep} /> : null;
}

/** The same person changed the draft in another window. */
function Elsewhere({ onKeep }: { onKeep: () => void }) {
  const t = useTranslations("designer");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const store = useDesignStore();
  async function choose(isTheirs: boolean) {
    const { formulaId, kept, keep, change } = store.getState();
    const fresh = { staleTime: 0 };
    const other =
      formulaId !== null
        ? (await queries.fetchQuery({ ...trpc.design.open.queryOptions({ formulaId }), ...fresh })).draft
        : kept && (await queries.fetchQuery({ ...trpc.design.openDraft.queryOptions({ draftId: kept.id }), ...fresh }));
    keep({ kept: other, keptDraft: null });
    if (other && isTheirs) change({ do: "replace", draft: openDraft(other.formula) }, t("announcements.otherWindow"));
    onKeep();
  }
  return (
    <DraftNotice title={t("notice.elsewhere")} description={t("notice.elsewhereDescription")}>
      <Button onClick={() => void choose(true)}>{t("notice.other")}</Button>
      <Button onClick={() => void choose(false)}>{t("notice.this")}</Button>
    </DraftNotice>
  );
}
