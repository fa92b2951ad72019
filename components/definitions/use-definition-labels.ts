import { useTranslations } from "next-intl";
import { useMemo } from "react";

export type DefinitionLabels = ReturnType<typeof definitionLabels>;

/** What steps, triggers and their properties are called; what is no longer known keeps its name. */
export function definitionLabels(t: ReturnType<typeof useTranslations<"definitions">>) {
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

export function useDefinitionLabels(): DefinitionLabels {
  const t = useTranslations("definitions");
  return useMemo(() => definitionLabels(t), [t]);
}
