"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import type { ScreenError } from "../api/trpc.ts";
import { Button } from "../ui/button.tsx";
import { Failed } from "../ui/states.tsx";
import { DraftNotice } from "./draft-notice.tsx";
import type { WorkState } from "./use-publishing.ts";

type MergeProps = { onClose: () => void; onMerged: () => void };

type Props = {
  kind: "element" | "formula";
  state: WorkState;
  error: ScreenError | null;
  /** The dialog that merges another user's revision; null if nothing is published. */
  mergeDialog: ((props: MergeProps) => ReactNode) | null;
  onMerged: () => void;
  /** Keeps this version of a draft that was changed in another window, or the other one. */
  onChoose: (isTheirs: boolean) => void;
};

/** Problems that prevent saving or publishing the draft, with actions to solve them. */
export function WorkNotice({ kind, state, error, mergeDialog, onMerged, onChoose }: Props) {
  const t = useTranslations("drafts.notice");
  const of = useTranslations(`drafts.${kind}`);
  const [isMerging, setIsMerging] = useState(false);
  // The frame of the page says that it belongs to somebody else.
  if (error?.data?.reason === "otherUser") return null;
  if (state === "failed" && error)
    return (
      <div className="p-3">
        <Failed error={error} />
      </div>
    );
  if (state === "conflict" && mergeDialog)
    return (
      <>
        <DraftNotice title={of("conflict")} description={t("conflictDescription")}>
          <Button aria-haspopup="dialog" onClick={() => setIsMerging(true)}>
            {t("merge")}
          </Button>
        </DraftNotice>
        {isMerging &&
          mergeDialog({
            onClose: () => setIsMerging(false),
            onMerged: () => {
              setIsMerging(false);
              onMerged();
            },
          })}
      </>
    );
  if (state !== "elsewhere") return null;
  return (
    <DraftNotice title={t("elsewhere")} description={t("elsewhereDescription")}>
      <Button onClick={() => onChoose(true)}>{t("other")}</Button>
      <Button onClick={() => onChoose(false)}>{t("this")}</Button>
    </DraftNotice>
  );
}
