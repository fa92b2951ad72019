"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ScreenError } from "../api/trpc.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { Failed } from "./states.tsx";

type QuestionProps = {
  title: string;
  /** The consequences for the person. */
  description: string;
  /** The action, as the button says it. */
  verb: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  isBusy: boolean;
  error: ScreenError | null;
  onConfirm: () => void;
};

/** Asks before something is taken away from another person. */
export function ConfirmDialog({ verb, isBusy, error, onConfirm, ...dialog }: QuestionProps) {
  const t = useTranslations("ui.confirm");
  return (
    <Dialog {...dialog} isBusy={isBusy}>
      {error && <Failed error={error} />}
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <Button onClick={() => dialog.onOpenChange(false)}>{t("cancel")}</Button>
        <Button kind="danger" isBusy={isBusy} onClick={onConfirm}>
          {verb}
        </Button>
      </div>
    </Dialog>
  );
}

type Props = Omit<QuestionProps, "open" | "onOpenChange"> & { kind?: "plain" | "danger" };

/** The button of such an action. */
export function ConfirmButton({ kind = "plain", ...question }: Props) {
  const [isConfirming, setIsConfirming] = useState(false);
  return (
    <>
      <Button kind={kind} className="justify-self-end" aria-haspopup="dialog" onClick={() => setIsConfirming(true)}>
        {question.verb}
      </Button>
      <ConfirmDialog {...question} open={isConfirming} onOpenChange={setIsConfirming} />
    </>
  );
}
