import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { Phrase, PhraseValues } from "#server/formula/definition.ts";
import type { Sentence } from "#server/formula/explain-run.ts";
import { findStepType, findTriggerType } from "#server/formula/find-definition.ts";
import { useCronText } from "../schedules/cron-text.ts";
import { useFormat } from "../ui/use-format.ts";

export type DefinitionLabels = ReturnType<typeof definitionLabels>;
export type PartKind = "step" | "trigger";

type Saved = { type: string; properties: Record<string, unknown> };

/** Words values in the reader's language; `cron` throws if it is invalid. */
type Wording = { cron: (cron: string) => string; duration: (ms: number) => string };

/** Labels and descriptions of steps, triggers and their properties; unknown types are labeled by their name. */
export function definitionLabels(t: ReturnType<typeof useTranslations<"definitions">>, wording: Wording) {
  const label = (key: string, otherwise: string) => (t.has(key) ? t(key) : otherwise);
  const labels = (kind: PartKind) => (type: string) => ({
    label: label(`${kind}/${type}/label`, type),
    summary: label(`${kind}/${type}/summary`, ""),
  });
  function textOf(phrases: readonly Phrase[], key: string, properties: Saved["properties"]): string | undefined {
    for (const [at, { values }] of phrases.entries()) {
      const filled = textsOf(values(properties), wording);
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
    /** A paragraph of the explanation of a run. */
    paragraph: (sentences: readonly Sentence[]): string =>
      sentences.map(({ key, values }) => t(key, textsOf(values, wording))).join(" "),
  };
}

export function useDefinitionLabels(): DefinitionLabels {
  const t = useTranslations("definitions");
  const cron = useCronText();
  const { duration } = useFormat();
  return useMemo(() => definitionLabels(t, { cron, duration }), [t, cron, duration]);
}

/** The arguments of a phrase in the reader's language; undefined if it does not apply. */
function textsOf(values: PhraseValues | undefined, wording: Wording) {
  try {
    return values && Object.fromEntries(Object.entries(values).map(([name, value]) => [name, worded(value, wording)]));
  } catch {
    return undefined;
  }
}

function worded(value: PhraseValues[string], { cron, duration }: Wording): string | number {
  if (typeof value !== "object") return value;
  return "cron" in value ? cron(value.cron) : duration(value.ms);
}
