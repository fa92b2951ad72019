"use client";

import { useTranslations } from "next-intl";
import { useAccess } from "../screens/access.tsx";
import { maySee } from "../screens/may-see.ts";
import { routeTo } from "../screens/screens.ts";
import { SubNavigation } from "../ui/sub-navigation.tsx";

export const ADMINISTRATION_PAGES = ["users", "accounts", "apiKeys", "organization", "audit"] as const;

/** The pages of administrators. */
export function AdministrationPages() {
  const t = useTranslations("administration");
  const access = useAccess();
  const pages = ADMINISTRATION_PAGES.filter((name) => maySee(access, name)).map((name) => ({
    href: routeTo(name),
    label: t(`${name}.title`),
  }));
  return <SubNavigation label={t("navigation")} pages={pages} />;
}
