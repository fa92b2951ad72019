"use client";

import { useTranslations } from "next-intl";
import { createContext, type ReactNode, useContext } from "react";

const MayChangeContext = createContext(true);
export const MayChangeProvider = MayChangeContext.Provider;

/** Whether who is signed in may change anything. Screens ask for their looks; what is refused the server decides. */
export const useMayChange = (): boolean => useContext(MayChangeContext);

/** What changes something, for those who may. Others are told once on a page, where `isSaid`, why it is not there. */
export function MayChange({ isSaid = false, children }: { isSaid?: boolean; children: ReactNode }) {
  const t = useTranslations("shell");
  if (useMayChange()) return children;
  return isSaid ? <p className="self-center text-muted text-sm">{t("mayLook")}</p> : null;
}

/** Fields that show how something is set; who may not change it finds them disabled. */
export function MayChangeFields({ children }: { children: ReactNode }) {
  return (
    <fieldset disabled={!useMayChange()} className="contents">
      {children}
    </fieldset>
  );
}
