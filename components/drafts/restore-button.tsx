"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { ReplaceDraftDialog } from "./replace-draft-dialog.tsx";

type Props = {
  /** Whether the draft has changes, which would be lost. */
  isUnpublished: boolean;
  /** The question: what the draft would lose. */
  description: string;
  onRestore: () => void;
};

/** Puts a revision into the draft, after a question if that has changes. */
export function RestoreButton({ isUnpublished, description, onRestore }: Props) {
  const t = useTranslations("drafts.restore");
  const [isConfirming, setIsConfirming] = useState(false);
  return (
    <>
      <Button onClick={() => (isUnpublished ? setIsConfirming(true) : onRestore())}>{t("verb")}</Button>
      <ReplaceDraftDialog
        open={isConfirming}
        description={description}
        onClose={() => setIsConfirming(false)}
        onReplace={onRestore}
      />
    </>
  );
}
