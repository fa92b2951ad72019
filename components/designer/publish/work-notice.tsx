"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ScreenError, useTRPC } from "../../api/trpc.ts";
import type { WorkState } from "../../drafts/use-publishing.ts";
import * as drafts from "../../drafts/work-notice.tsx";
import { lazyDialog } from "../../ui/lazy-component.tsx";
import { useDesign, useDesignStore } from "../model/design.ts";
import { openDraft } from "../model/draft.ts";

const MergeDialog = lazyDialog(async () => (await import("./merge-dialog.tsx")).MergeDialog);

type Props = { state: WorkState; error: ScreenError | null; onDone: () => void; onKeep: () => void };

/** Problems that prevent saving or publishing the formula, with actions to solve them. */
export function WorkNotice({ state, error, onDone, onKeep }: Props) {
  const t = useTranslations("designer");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const store = useDesignStore();
  const formulaId = useDesign((design) => design.formulaId);
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
    <drafts.WorkNotice
      kind="formula"
      state={state}
      error={error}
      mergeDialog={formulaId === null ? null : (dialog) => <MergeDialog formulaId={formulaId} {...dialog} />}
      onMerged={onDone}
      onChoose={(isTheirs) => void choose(isTheirs)}
    />
  );
}
