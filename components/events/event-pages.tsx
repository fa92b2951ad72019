"use client";

import { useTranslations } from "next-intl";
import { routeTo } from "../screens/screens.ts";
import { SubNavigation } from "../ui/sub-navigation.tsx";

/** The pages about events. */
export function EventPages() {
  const t = useTranslations("events.pages");
  const pages = (["events", "deliveries", "pollers"] as const).map((name) => ({ href: routeTo(name), label: t(name) }));
  return <SubNavigation label={t("label")} pages={pages} />;
}
