"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { type ScreenError, useTRPC } from "../../shell/trpc.ts";
import { Button } from "../../ui/button.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { Failed } from "../../ui/states.tsx";
import { useDesign, useDesignStore } from "../model/design.ts";
import { openDraft } from "../model/draft.ts";
import type { WorkState } from "./use-publishing.ts";

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
        <Notice title={t("conflict")} description={t("conflictDescription")}>
          <Button aria-haspopup="dialog" onClick={() => setIsMerging(true)}>
            {t("merge")}
          </Button>
        </Notice>
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
    if (other && isTheirs) change({ do: "replace", draft: openDraft(other.formula) }, t("said.otherWindow"));
    onKeep();
  }
  return (
    <Notice title={t("notice.elsewhere")} description={t("notice.elsewhereDescription")}>
      <Button onClick={() => void choose(true)}>{t("notice.other")}</Button>
      <Button onClick={() => void choose(false)}>{t("notice.this")}</Button>
    </Notice>
  );
}

const Notice = ({ title, description, children }: { title: string; description: string; children: ReactNode }) => (
  <div role="alert" className="flex flex-wrap items-center gap-3 border-line border-b bg-tint px-4 py-2 text-sm">
    <p className="min-w-0 flex-1 basis-64">
      <strong className="font-medium">{title}</strong> {description}
    </p>
    {children}
  </div>
);
