"use client";

import type { ScreenError } from "../../api/trpc.ts";
import type { WorkState } from "../../drafts/use-publishing.ts";
import * as drafts from "../../drafts/work-notice.tsx";
import { lazyDialog } from "../../ui/lazy-component.tsx";
import { useBuilder } from "../model/builder.ts";

const MergeDialog = lazyDialog(async () => (await import("./merge-dialog.tsx")).MergeDialog);

type Props = { state: WorkState; error: ScreenError | null; onDone: () => void; onChoose: (isTheirs: boolean) => void };

/** Problems that prevent saving or publishing the element, with actions to solve them. */
export function WorkNotice({ state, error, onDone, onChoose }: Props) {
  const elementKey = useBuilder((builder) => builder.elementKey);
  return (
    <drafts.WorkNotice
      kind="element"
      state={state}
      error={error}
      mergeDialog={elementKey === null ? null : (dialog) => <MergeDialog elementKey={elementKey} {...dialog} />}
      onMerged={onDone}
      onChoose={onChoose}
    />
  );
}
