"use client";

import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useAccess } from "../screens/access.tsx";
import { maySee } from "../screens/may-see.ts";
import { routeTo } from "../screens/screens.ts";
import { Page } from "../ui/page.tsx";
import { ADMINISTRATION_PAGES, AdministrationPages } from "./administration-pages.tsx";

/** Shows administrators the current screen, and tells others whom to ask. */
export function AdministrationFrame({ children }: { children: ReactNode }) {
  const t = useTranslations("administration");
  const path = usePathname();
  const access = useAccess();
  if (!maySee(access, "administration"))
    return (
      <Page title={t("refused.title")}>
        <p className="text-muted">{t("refused.text")}</p>
      </Page>
    );
  const hidden = ADMINISTRATION_PAGES.find((name) => path === routeTo(name) && !maySee(access, name));
  if (hidden === undefined) return children;
  return (
    <Page title={t(`${hidden}.title`)}>
      <AdministrationPages />
      <p className="text-muted">{t("refused.organization")}</p>
    </Page>
  );
}
