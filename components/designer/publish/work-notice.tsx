"use client";

import type { ScreenError } from "../../api/trpc.ts";
import type { WorkState } from "../../drafts/use-publishing.ts";
import * as drafts from "../../drafts/work-notice.tsx";
import { lazyDialog } from "../../ui/lazy-component.tsx";
import { useDesign } from "../model/design.ts";

const MergeDialog = lazyDialog(async () => (await import("./merge-dialog.tsx")).MergeDialog);

type Props = { state: WorkState; error: ScreenError | null; onDone: () => void; onChoose: (isTheirs: boolean) => void };

/** Problems that prevent saving or publishing the formula, with actions to solve them. */
export function WorkNotice({ state, error, onDone, onChoose }: Props) {
  const formulaId = useDesign((design) => design.formulaId);
  return (
    <drafts.WorkNotice
      kind="formula"
      state={state}
      error={error}
      mergeDialog={formulaId === null ? null : (dialog) => <MergeDialog formulaId={formulaId} {...dialog} />}
      onMerged={onDone}
      onChoose={onChoose}
    />
  );
}
