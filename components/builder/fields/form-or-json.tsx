"use client";

import { useTranslations } from "next-intl";
import { ViewSwitch } from "../../ui/view-switch.tsx";

/** Chooses between a form and its JSON. */
export function FormOrJson({ isJson, onChange }: { isJson: boolean; onChange: (isJson: boolean) => void }) {
  const t = useTranslations("builder.view");
  return (
    <ViewSwitch
      title={t("title")}
      view={isJson ? "json" : "form"}
      views={[
        { view: "form", label: t("form") },
        { view: "json", label: t("json") },
      ]}
      onChange={(view) => onChange(view === "json")}
    />
  );
}
