"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import type { ScreenError } from "../api/trpc.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { Failed } from "./states.tsx";

type Props = {
  /** The name and kind of the object to delete. */
  name: string;
  kind: string;
  /** The consequences of deleting it. */
  description: string;
  /** Reasons why it cannot be deleted, if any. */
  obstacles?: ReactNode;
  isBusy: boolean;
  error: ScreenError | null;
  onDelete: () => void;
};

/** Asks for confirmation before a permanent deletion, and explains the consequences. */
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
