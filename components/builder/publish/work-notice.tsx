"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ScreenError, useTRPC } from "../../api/trpc.ts";
import type { WorkState } from "../../drafts/use-publishing.ts";
import * as drafts from "../../drafts/work-notice.tsx";
import { lazyDialog } from "../../ui/lazy-component.tsx";
import { useBuilder, useBuilderStore } from "../model/builder.ts";
import { openElement } from "../model/element-draft.ts";

const MergeDialog = lazyDialog(async () => (await import("./merge-dialog.tsx")).MergeDialog);

type Props = { state: WorkState; error: ScreenError | null; onDone: () => void; onKeep: () => void };

/** Problems that prevent saving or publishing the element, with actions to solve them. */
export function WorkNotice({ state, error, onDone, onKeep }: Props) {
  const t = useTranslations("builder");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const store = useBuilderStore();
  const elementKey = useBuilder((builder) => builder.elementKey);
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
    <drafts.WorkNotice
      kind="element"
      state={state}
      error={error}
      mergeDialog={elementKey === null ? null : (dialog) => <MergeDialog elementKey={elementKey} {...dialog} />}
      onMerged={onDone}
      onChoose={(isTheirs) => void choose(isTheirs)}
    />
  );
}
