"use client";

import { useTranslations } from "next-intl";
import { JsonCopy } from "../fields/json-copy.tsx";
import { Button } from "../ui/button.tsx";
import { useDesign, useDraft } from "./model/design.ts";
import { openDraft } from "./model/draft.ts";

/** The formula as JSON, to read, copy and edit; fields that the designer does not know are preserved. */
export function JsonView({ onClose }: { onClose: () => void }) {
  const t = useTranslations("designer");
  const draft = useDraft();
  const change = useDesign((design) => design.change);
  function apply(json: unknown) {
    change({ do: "replace", draft: openDraft(json) }, t("announcements.json"));
    onClose();
  }
  return (
    <section aria-label={t("json.title")} className="flex h-full flex-col gap-3 p-4">
      <JsonCopy name="formula" label={t("json.formula")} value={draft} rows={28} onApply={apply}>
        <Button onClick={onClose}>{t("json.back")}</Button>
      </JsonCopy>
    </section>
  );
}
