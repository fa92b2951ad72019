import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { Phrase } from "#server/formula/definition.ts";
import { findStepType, findTriggerType } from "#server/formula/find-definition.ts";
import { useCronText } from "../schedules/cron-text.ts";

export type DefinitionLabels = ReturnType<typeof definitionLabels>;
export type PartKind = "step" | "trigger";

type Saved = { type: string; properties: Record<string, unknown> };

/**
 * Labels and descriptions of steps, triggers and their properties; unknown types are labeled by their name. `cronText`
 * throws on an invalid cron.
 */
export function definitionLabels(
  t: ReturnType<typeof useTranslations<"definitions">>,
  cronText: (cron: string) => string,
) {
  const label = (key: string, otherwise: string) => (t.has(key) ? t(key) : otherwise);
  const labels = (kind: PartKind) => (type: string) => ({
    label: label(`${kind}/${type}/label`, type),
    summary: label(`${kind}/${type}/summary`, ""),
  });
  function textOf(phrases: readonly Phrase[], key: string, properties: Saved["properties"]): string | undefined {
    for (const [at, { values }] of phrases.entries()) {
      const filled = textsOf(values(properties), cronText);
      if (filled) return t(`${key}/${at}`, filled);
    }
    return undefined;
  }
  return {
    step: labels("step"),
    trigger: labels("trigger"),
    property: (kind: PartKind, type: string, name: string) => ({
      label: label(`${kind}/${type}/${name}/label`, name),
      help: label(`${kind}/${type}/${name}/help`, ""),
    }),
    /** The text of a message without arguments. */
    text: (key: string) => label(key, ""),
    offer: (type: string) => label(`trigger/${type}/offer`, ""),
    /** A one-line summary of a part for its box; empty if it is not configured yet. */
    line(kind: PartKind, { type, properties }: Saved): string {
      const { line = [] } = (kind === "trigger" ? findTriggerType : findStepType)(type) ?? {};
      return (textOf(line, `${kind}/${type}/line`, properties) ?? "").replace(/\s+/g, " ");
    },
    /** Describes the trigger of a formula: `At 08:00 on Monday, UTC`. */
    sentence: ({ type, properties }: Saved): string =>
      textOf(findTriggerType(type)?.sentence ?? [], `trigger/${type}/sentence`, properties) ?? type,
  };
}

export function useDefinitionLabels(): DefinitionLabels {
  const t = useTranslations("definitions");
  const cronText = useCronText();
  return useMemo(() => definitionLabels(t, cronText), [t, cronText]);
}

/** The arguments of a phrase in the reader's language; undefined if it does not apply. */
function textsOf(values: ReturnType<Phrase["values"]>, cronText: (cron: string) => string) {
  try {
    return (
      values &&
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name, typeof value === "string" ? value : cronText(value.cron)]),
      )
    );
  } catch {
    return undefined;
  }
}
