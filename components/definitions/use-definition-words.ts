import { useTranslations } from "next-intl";
import { useMemo } from "react";

export type DefinitionWords = ReturnType<typeof definitionWords>;

/** What steps, triggers and their properties are called; what is no longer known keeps its name. */
export function definitionWords(t: ReturnType<typeof useTranslations<"definitions">>) {
  const tell = (key: string, otherwise: string) => (t.has(key) ? t(key) : otherwise);
  const words = (kind: "step" | "trigger") => (type: string) => ({
    label: tell(`${kind}/${type}/label`, type),
    summary: tell(`${kind}/${type}/summary`, ""),
  });
  return {
    step: words("step"),
    trigger: words("trigger"),
    property: (kind: "step" | "trigger", type: string, name: string) => ({
      label: tell(`${kind}/${type}/${name}/label`, name),
      help: tell(`${kind}/${type}/${name}/help`, ""),
    }),
  };
}

export function useDefinitionWords(): DefinitionWords {
  const t = useTranslations("definitions");
  return useMemo(() => definitionWords(t), [t]);
}
