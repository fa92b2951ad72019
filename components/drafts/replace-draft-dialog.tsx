"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";

type Props = {
  open: boolean;
  /** The owner of the draft, and what happens to it. */
  description: ReactNode;
  onClose: () => void;
  onReplace: () => void;
};

/** Asks for confirmation before a restored revision replaces an unpublished draft. */
export function ReplaceDraftDialog({ open, description, onClose, onReplace }: Props) {
  const t = useTranslations("drafts.restore");
  return (
    <Dialog title={t("title")} description={description} open={open} onOpenChange={(is) => !is && onClose()}>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{t("keep")}</Button>
        <Button kind="danger" onClick={onReplace}>
          {t("replace")}
        </Button>
      </div>
    </Dialog>
  );
}
