"use client";

import { useTranslations } from "next-intl";
import { CopyButton } from "../ui/copy-button.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { persist, usePersistedState } from "../ui/use-persisted-state.ts";
import { LANGUAGE_NAMES, LANGUAGES, type SnippetRequest } from "./snippets.ts";

const PREFERENCE = "explorer.language";

/** A request as code of a language, with placeholders for secrets. */
export function Example({ request }: { request: SnippetRequest }) {
  const t = useTranslations("explorer.example");
  const stored = usePersistedState(PREFERENCE);
  const name = LANGUAGE_NAMES.find((one) => one === stored) ?? "curl";
  const { write, sendsFiles } = LANGUAGES[name];
  const isShown = sendsFiles || request.parts === undefined;
  const text = isShown ? write(request) : "";
  return (
    <section aria-label={t("title")} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h3 className="font-semibold">{t("title")}</h3>
        <div className="flex items-end gap-2">
          {isShown && <CopyButton text={text} label={t("what")} />}
          <SelectField
            label={t("language")}
            value={name}
            options={LANGUAGE_NAMES.map((value) => ({ value, label: LANGUAGES[value].label }))}
            onChange={(language) => persist(PREFERENCE, language)}
          />
        </div>
      </div>
      {isShown ? (
        <pre
          translate="no"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
          tabIndex={0}
          className="max-h-96 overflow-auto rounded-xl border border-line bg-code p-4 font-mono text-[0.8125rem] leading-relaxed"
        >
          {text}
        </pre>
      ) : (
        <p className="text-muted text-sm">{t("files")}</p>
      )}
      <p className="text-muted text-sm">
        {request.credentials !== "none" && t("secrets")} {request.url.includes("{") && t("incomplete")}
      </p>
    </section>
  );
}
