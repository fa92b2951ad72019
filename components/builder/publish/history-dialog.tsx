"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ReplaceDraftDialog } from "../../drafts/replace-draft-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ElementHistory, type Restorable } from "../history/element-history.tsx";
import { useBuilder, useElement } from "../model/builder.ts";
import { textOf } from "../model/paths.ts";

type Props = { elementId: number; onClose: () => void };

/** All published revisions of an element, their changes, and a button that makes an earlier one the draft. */
export function HistoryDialog({ elementId, onClose }: Props) {
  const t = useTranslations("builder.history");
  const name = textOf(useElement().name);
  return (
    <Dialog title={t("title")} description={t("description")} open onOpenChange={onClose}>
      <ElementHistory
        elementId={elementId}
        name={name}
        restore={(revision) => <RestoreButton revision={revision} onRestored={onClose} />}
      />
    </Dialog>
  );
}

function RestoreButton({
  revision: { number, element },
  onRestored,
}: {
  revision: Restorable;
  onRestored: () => void;
}) {
  const t = useTranslations("builder");
  const restoring = useTranslations("drafts.restore");
  const isUnpublished = useBuilder((builder) => builder.history.present !== builder.published);
  const edit = useBuilder((builder) => builder.edit);
  const [isConfirming, setIsConfirming] = useState(false);

  function restore() {
    edit(() => element, { announce: t("announcements.restored", { number: String(number) }) });
    onRestored();
  }

  return (
    <>
      <Button onClick={() => (isUnpublished ? setIsConfirming(true) : restore())}>{restoring("verb")}</Button>
      <ReplaceDraftDialog
        open={isConfirming}
        description={t("history.unpublished")}
        onClose={() => setIsConfirming(false)}
        onReplace={restore}
      />
    </>
  );
}
