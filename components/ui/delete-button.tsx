"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import type { ScreenError } from "../shell/trpc.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { Failed } from "./states.tsx";

type Props = {
  /** What is deleted, by its name and by its kind. */
  name: string;
  kind: string;
  /** What that means. */
  description: string;
  /** What stands in the way: then it can only be kept. */
  obstacles?: ReactNode;
  isBusy: boolean;
  error: ScreenError | null;
  onDelete: () => void;
};

/** Asks before something is deleted for good, and says what that breaks. */
export function DeleteButton({ name, kind, description, obstacles, isBusy, error, onDelete }: Props) {
  const t = useTranslations("ui.delete");
  const [isAsked, setIsAsked] = useState(false);
  return (
    <>
      <Button kind="danger" aria-haspopup="dialog" onClick={() => setIsAsked(true)}>
        {t("verb")}
      </Button>
      <Dialog open={isAsked} onOpenChange={setIsAsked} title={t("title", { name })} description={description}>
        {error && <Failed error={error} />}
        {obstacles}
        <div className="mt-4 flex justify-end gap-2">
          <Button onClick={() => setIsAsked(false)}>{t("keep")}</Button>
          {!obstacles && (
            <Button kind="danger" isBusy={isBusy} onClick={onDelete}>
              {t("it", { kind })}
            </Button>
          )}
        </div>
      </Dialog>
    </>
  );
}
