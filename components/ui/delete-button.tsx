"use client";

import { Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import type { ScreenError } from "../api/trpc.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { isolated } from "./isolated.ts";
import { Failed } from "./states.tsx";

type Props = {
  /** The name and kind of the object to delete. */
  name: string;
  kind: string;
  /** The consequences of deleting it. */
  description: string;
  /** Shows an icon instead of the word, as in a row of a list. */
  isIcon?: boolean;
  /** Reasons why it cannot be deleted, if any. */
  obstacles?: ReactNode;
  /** A warning about other objects that stop working when it is deleted, if there are any. */
  consequences?: ReactNode;
  isBusy: boolean;
  error: ScreenError | null;
  onDelete: () => void;
};

/** Asks for confirmation before a permanent deletion, and explains the consequences. */
export function DeleteButton({
  name,
  kind,
  description,
  isIcon,
  obstacles,
  consequences,
  isBusy,
  error,
  onDelete,
}: Props) {
  const t = useTranslations("ui.delete");
  const [isConfirming, setIsConfirming] = useState(false);
  const open = () => setIsConfirming(true);
  return (
    <>
      {isIcon ? (
        <button
          type="button"
          aria-label={t("named", { name: isolated(name) })}
          aria-haspopup="dialog"
          onClick={open}
          className="grid size-10 place-items-center rounded-lg text-muted hover:bg-code hover:text-failure"
        >
          <Trash2 aria-hidden="true" className="size-4" />
        </button>
      ) : (
        <Button kind="danger" aria-haspopup="dialog" onClick={open}>
          {t("verb")}
        </Button>
      )}
      <Dialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={t("title", { name: isolated(name) })}
        description={description}
      >
        {error && <Failed error={error} />}
        {obstacles ?? consequences}
        <div className="mt-4 flex justify-end gap-2">
          <Button onClick={() => setIsConfirming(false)}>{t("keep")}</Button>
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
