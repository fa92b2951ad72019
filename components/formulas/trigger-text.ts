import { useTranslations } from "next-intl";
import { type DefinitionLabels, useDefinitionLabels } from "../definitions/use-definition-labels.ts";

type Trigger = { type: string; properties: Record<string, unknown> };

/** Describes the trigger of a formula; for an instance, with its own schedule. */
export const triggerText = (
  { type, properties }: Trigger,
  cron: string | undefined,
  { sentence }: Pick<DefinitionLabels, "sentence">,
): string => sentence({ type, properties: cron === undefined ? properties : { ...properties, cron } });

export function useTriggerText(): (trigger: Trigger | undefined, cron?: string) => string {
  const t = useTranslations("formulas.triggers");
  const definitions = useDefinitionLabels();
  return (trigger, cron) => (trigger ? triggerText(trigger, cron, definitions) : t("none"));
}
