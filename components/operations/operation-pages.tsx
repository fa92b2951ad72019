"use client";

import { useTranslations } from "next-intl";
import { routeTo } from "../screens/screens.ts";
import { SubNavigation } from "../ui/sub-navigation.tsx";

/** The pages of operations. */
export function OperationPages() {
  const t = useTranslations("operations.pages");
  const pages = (["operations", "schedules", "systemStatus"] as const).map((name) => ({
    href: routeTo(name),
    label: t(name),
  }));
  return <SubNavigation label={t("label")} pages={pages} />;
}
