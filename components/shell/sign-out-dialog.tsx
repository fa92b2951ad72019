"use client";

import { useTranslations } from "next-intl";
import type { RefObject } from "react";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import type { Unsaved } from "./send-unsaved.ts";
import type { SignOutStage, useSignOut } from "./use-sign-out.ts";

/** `opener` gets the focus when it closes: the menu item that had it is gone by then. */
type Props = ReturnType<typeof useSignOut> & { opener: RefObject<HTMLElement | null> };

/** Says that changes are being saved, and asks whether to sign out without those that cannot be. */
export function SignOutDialog({ stage, begin, leave, stay, opener }: Props) {
  const t = useTranslations("shell.signOut");
  const isLeaving = stage === "leaving";
  const isQuestion = Array.isArray(stage);
  return (
    <Dialog
      title={t(isQuestion ? "loseTitle" : "title")}
      open={stage !== null}
      onOpenChange={(open) => !open && !isLeaving && stay()}
      restoresFocus={() => opener.current ?? true}
      isBusy={isLeaving}
    >
      <div aria-live="assertive">{stage !== null && <Explanation stage={stage} />}</div>
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button isBusy={isLeaving} onClick={stay}>
          {t("stay")}
        </Button>
        {isQuestion && (
          <Button kind="danger" onClick={() => void leave()}>
            {t("lose")}
          </Button>
        )}
        {stage === "failed" && <Button onClick={() => void begin()}>{t("again")}</Button>}
      </div>
    </Dialog>
  );
}

function Explanation({ stage }: { stage: SignOutStage }) {
  const t = useTranslations("shell.signOut");
  if (!Array.isArray(stage)) return <p className="text-muted text-sm">{t(stage)}</p>;
  return (
    <>
      <p className="text-muted text-sm">{t("loseDescription")}</p>
      <ul className="mt-3 grid list-disc gap-1 pl-5 text-sm [overflow-wrap:anywhere]">
        {stage.map((unsaved, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change
          <li key={index}>{labelOf(unsaved, t)}</li>
        ))}
      </ul>
    </>
  );
}

const labelOf = (unsaved: Unsaved, t: ReturnType<typeof useTranslations<"shell.signOut">>): string =>
  "title" in unsaved
    ? t(`kinds.${unsaved.kind}`, { title: unsaved.title || t("nameless") })
    : t(`kinds.${unsaved.kind}`);
