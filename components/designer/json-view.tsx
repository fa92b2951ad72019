"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { CodeEditor } from "../fields/code-editor.tsx";
import { MayChange } from "../shell/may-change.tsx";
import { Button } from "../ui/button.tsx";
import { useDesign, useDraft } from "./model/design.ts";
import { openDraft } from "./model/draft.ts";

/** The formula as JSON, to read, copy and edit; fields that the designer does not know are preserved. */
export function JsonView({ onClose }: { onClose: () => void }) {
  const t = useTranslations("designer");
  const draft = useDraft();
  const change = useDesign((design) => design.change);
  const [text, setText] = useState(() => JSON.stringify(draft, null, 2));
  const [problem, setProblem] = useState("");
  function apply() {
    try {
      change({ do: "replace", draft: openDraft(JSON.parse(text)) }, t("announcements.json"));
      onClose();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  }
  return (
    <section aria-label={t("json.title")} className="flex h-full flex-col gap-3 p-4">
      <div className="min-h-0 flex-1 overflow-auto">
        <CodeEditor label={t("json.formula")} language="json" value={text} onChange={setText} rows={28} />
      </div>
      {problem && (
        <p role="alert" className="text-failure text-sm">
          {problem}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t("json.back")}</Button>
        <MayChange>
          <Button kind="primary" onClick={apply}>
            {t("json.apply")}
          </Button>
        </MayChange>
      </div>
    </section>
  );
}
