import { useTranslations } from "next-intl";
import { Badge } from "../ui/badge.tsx";

/** Marks a test run of a draft, which is excluded from all counts. */
export function TestBadge() {
  const t = useTranslations("ui.runRow");
  return <Badge title={t("triedDraft")}>{t("test")}</Badge>;
}
