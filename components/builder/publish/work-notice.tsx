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
import { useBuilder, useBuilderStore } from "../model/builder.ts";
import { openElement } from "../model/element-draft.ts";

const MergeDialog = lazyComponent(async () => (await import("./merge-dialog.tsx")).MergeDialog);

type Props = { state: WorkState; error: ScreenError | null; onDone: () => void; onKeep: () => void };

/** Problems that prevent saving or publishing the draft, with actions to solve them. */
export function WorkNotice({ state, error, onDone, onKeep }: Props) {
  const t = useTranslations("builder.notice");
  const elementKey = useBuilder((builder) => builder.elementKey);
  const [isMerging, setIsMerging] = useState(false);
  if (state === "failed" && error)
    return (
      <div className="p-3">
        <Failed error={error} />
      </div>
    );
  if (state === "conflict" && elementKey !== null)
    return (
      <>
        <DraftNotice title={t("conflict")} description={t("conflictDescription")}>
          <Button aria-haspopup="dialog" onClick={() => setIsMerging(true)}>
            {t("merge")}
          </Button>
        </DraftNotice>
        {isMerging && (
          <MergeDialog
            elementKey={elementKey}
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
  const t = useTranslations("builder");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const store = useBuilderStore();
  async function choose(isTheirs: boolean) {
    const { elementKey, kept, keep, edit } = store.getState();
    const fresh = { staleTime: 0 };
    const other =
      elementKey !== null
        ? (await queries.fetchQuery({ ...trpc.builder.open.queryOptions({ elementKey }), ...fresh })).draft
        : kept &&
          (await queries.fetchQuery({ ...trpc.builder.openDraft.queryOptions({ draftId: kept.id }), ...fresh }));
    keep({ kept: other, keptDraft: null });
    if (other && isTheirs) edit(() => openElement(other.element), { announce: t("announcements.otherWindow") });
    onKeep();
  }
  return (
    <DraftNotice title={t("notice.elsewhere")} description={t("notice.elsewhereDescription")}>
      <Button onClick={() => void choose(true)}>{t("notice.other")}</Button>
      <Button onClick={() => void choose(false)}>{t("notice.this")}</Button>
    </DraftNotice>
  );
}
