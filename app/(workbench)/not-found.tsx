import { useTranslations } from "next-intl";
import { routeTo } from "#components/screens/screens.ts";
import { LinkButton } from "#components/ui/button.tsx";
import { Page } from "#components/ui/page.tsx";
import { titled } from "../titled.ts";

export const generateMetadata = titled("notFound");

/** The not-found page of the Workbench, which keeps the navigation. */
export default function NotFoundHere() {
  const t = useTranslations("ui.notFound");
  return (
    <Page title={t("title")} description={t("description")}>
      <LinkButton href={routeTo("home")}>{t("homeHere")}</LinkButton>
    </Page>
  );
}
