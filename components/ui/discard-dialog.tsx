"use client";

import { AlertDialog as Base } from "@base-ui/react/alert-dialog";
import { useTranslations } from "next-intl";
import { Button } from "./button.tsx";

/** The kinds of loss by closing: input, or something that is shown once. Each has its messages. */
export type Loss = "discard" | "shownOnce";

type Props = { loss: Loss | undefined; goOn: (() => void) | undefined; onClose: () => void };

/** Asks before something is lost, above the form or dialog that has it. Escape goes back to it. */
export function DiscardDialog({ loss = "discard", goOn, onClose }: Props) {
  const t = useTranslations(`ui.${loss}`);
  return (
    <Base.Root open={goOn !== undefined} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Backdrop forceRender className="fixed inset-0 z-40 bg-[#0b1120]/50" />
        <Base.Popup className="fixed top-1/2 left-1/2 z-40 w-[min(26rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2 rounded-2xl border border-line bg-surface p-6 shadow-xl outline-none">
          <Base.Title className="font-semibold text-xl tracking-tight">{t("title")}</Base.Title>
          <Base.Description className="mt-1 text-muted text-sm">{t("description")}</Base.Description>
          <div className="mt-6 flex flex-wrap justify-end gap-2">
            <Button onClick={onClose}>{t("keep")}</Button>
            <Button
              kind="danger"
              onClick={() => {
                onClose();
                goOn?.();
              }}
            >
              {t("verb")}
            </Button>
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
