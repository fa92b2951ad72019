"use client";

import { useTranslations } from "next-intl";

/** Chooses between a form and its JSON. */
export function FormOrJson({ isJson, onChange }: { isJson: boolean; onChange: (isJson: boolean) => void }) {
  const t = useTranslations("builder.view");
  return (
    <fieldset className="flex rounded-lg border border-line p-0.5">
      <legend className="sr-only">{t("title")}</legend>
      {([false, true] as const).map((json) => (
        <button
          key={String(json)}
          type="button"
          aria-pressed={isJson === json}
          onClick={() => onChange(json)}
          className="min-h-8 rounded-md px-3 text-muted text-sm hover:text-ink aria-pressed:bg-tint aria-pressed:font-medium aria-pressed:text-accent"
        >
          {t(json ? "json" : "form")}
        </button>
      ))}
    </fieldset>
  );
}
