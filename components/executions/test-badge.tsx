import { useTranslations } from "next-intl";

/** Marks a test run of a draft, which is excluded from all counts. */
export function TestBadge() {
  const t = useTranslations("ui.runRow");
  return (
    <span title={t("triedDraft")} className="rounded-full bg-code px-2 py-0.5 text-muted text-xs">
      {t("test")}
    </span>
  );
}
