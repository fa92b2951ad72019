"use client";

import { useTranslations } from "next-intl";
import { RestoreButton } from "../../drafts/restore-button.tsx";
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
        restore={(revision) => <Restore revision={revision} onRestored={onClose} />}
      />
    </Dialog>
  );
}

function Restore({ revision: { number, element }, onRestored }: { revision: Restorable; onRestored: () => void }) {
  const t = useTranslations("builder");
  const isUnpublished = useBuilder((builder) => builder.history.present !== builder.published);
  const edit = useBuilder((builder) => builder.edit);

  function restore() {
    edit(() => element, { announce: t("announcements.restored", { number: String(number) }) });
    onRestored();
  }

  return <RestoreButton isUnpublished={isUnpublished} description={t("history.unpublished")} onRestore={restore} />;
}
