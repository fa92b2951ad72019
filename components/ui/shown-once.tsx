"use client";

import { useTranslations } from "next-intl";
import { createContext, type ReactNode, type RefObject, useContext, useEffect } from "react";
import { Button } from "./button.tsx";

/** Whether the dialog around it has something on display that nobody can see again. */
export const ShowsOnce = createContext<RefObject<boolean> | undefined>(undefined);

type Props = { children: ReactNode; onDone: () => void };

/**
 * Something that can be seen only now, such as a new key, and the button that closes its dialog. Whatever else would
 * close the dialog or leave the page asks first.
 */
export function ShownOnce({ children, onDone }: Props) {
  const t = useTranslations("ui.shownOnce");
  const isShown = useContext(ShowsOnce);
  useEffect(() => {
    if (!isShown) return;
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, [isShown]);
  return (
    <div className="grid gap-4">
      {children}
      <Button kind="primary" className="justify-self-end" onClick={onDone}>
        {t("done")}
      </Button>
    </div>
  );
}
