import { useTranslations } from "next-intl";

/** Marks a run that tried a draft: it counts nowhere. */
export function TestBadge() {
  const t = useTranslations("ui.runRow");
  return (
    <span title={t("triedDraft")} className="rounded-full bg-code px-2 py-0.5 text-muted text-xs">
      {t("test")}
    </span>
  );
}
