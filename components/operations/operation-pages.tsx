"use client";

import { useTranslations } from "next-intl";
import { useAccess } from "../screens/access.tsx";
import { maySee } from "../screens/may-see.ts";
import { routeTo } from "../screens/screens.ts";
import { Page } from "../ui/page.tsx";
import { SubNavigation } from "../ui/sub-navigation.tsx";

/** The pages of operations. */
export function OperationPages() {
  const t = useTranslations("operations.pages");
  const access = useAccess();
  const pages = PAGES.filter((name) => name === "schedules" || maySee(access, name)).map((name) => ({
    href: routeTo(name),
    label: t(name),
  }));
  return <SubNavigation label={t("label")} pages={pages} />;
}

const PAGES = ["operations", "schedules", "systemStatus"] as const;

/** In the place of a page that the user may not see: who may. */
export function RefusedPage({ name }: { name: "operations" | "systemStatus" }) {
  const t = useTranslations("operations");
  return (
    <Page title={t(`pages.${name}`)}>
      <OperationPages />
      <p className="text-muted">{t(`refused.${name}`)}</p>
    </Page>
  );
}
