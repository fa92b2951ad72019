"use client";

import { useTranslations } from "next-intl";
import { createContext, type ReactNode, useContext } from "react";

const MayChangeContext = createContext(true);
export const MayChangeProvider = MayChangeContext.Provider;

/** Whether the user may change anything. Screens only adapt their display; the server enforces permissions. */
export const useMayChange = (): boolean => useContext(MayChangeContext);

/** Renders controls only for users who may make changes. With `isExplained`, others see a short explanation instead. */
export function MayChange({ isExplained = false, children }: { isExplained?: boolean; children: ReactNode }) {
  const t = useTranslations("shell");
  if (useMayChange()) return children;
  return isExplained ? <p className="self-center text-muted text-sm">{t("mayLook")}</p> : null;
}

/** Fields that show settings; disabled for users who may not change them. */
export function MayChangeFields({ children }: { children: ReactNode }) {
  return (
    <fieldset disabled={!useMayChange()} className="contents">
      {children}
    </fieldset>
  );
}
