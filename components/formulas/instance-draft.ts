import type { useTranslations } from "next-intl";
import { DEFAULT_ERRORS, SETTING } from "#server/formula/instance-settings.ts";
import { soleVariable } from "#server/formula/path.ts";
import { asText } from "#server/formula/place.ts";
import { namesByField } from "#server/formula/property.ts";
import { TRIGGER_TYPES } from "#server/formula/triggers/registry.ts";
import { resolveTriggerProperty } from "#server/formula/variable-names.ts";
import type { Formula, Instance } from "./formula-answers.ts";

/** The editable properties of an instance, with values as they appear in fields. */
export type InstanceDraft = {
  name: string;
  configuration: Record<string, unknown>;
  settings: Record<string, string>;
  singleThreaded: boolean;
};

/** Default values of fields that the settings do not define. */
export const USUAL_SETTINGS: Record<string, string> = {
  [SETTING.email]: "",
  [SETTING.webhook]: "",
  [SETTING.failures]: "every",
  [SETTING.warnAfter]: String(DEFAULT_ERRORS.warnAfter),
  [SETTING.stopAfter]: String(DEFAULT_ERRORS.stopAfter),
};

export function draftOf({ name, configuration, settings, singleThreaded }: Instance): InstanceDraft {
  const entries = Object.keys(USUAL_SETTINGS).flatMap((key) => {
    const value = (settings as Record<string, unknown>)[key];
    return value === undefined || value === null || value === "" ? [] : [[key, String(value)]];
  });
  return { name, configuration, settings: { ...USUAL_SETTINGS, ...Object.fromEntries(entries) }, singleThreaded };
}

/** The changes to send. Other settings are kept; default values are not stored, so that the defaults may change. */
export function changesOf(
  { name, configuration, settings, singleThreaded }: InstanceDraft,
  { settings: present }: Instance,
) {
  const others = Object.entries(present).filter(([key]) => !Object.hasOwn(USUAL_SETTINGS, key));
  const own = Object.entries(settings)
    .map(([key, value]) => [key, value.trim()] as const)
    .filter(([key, value]) => value !== "" && value !== USUAL_SETTINGS[key]);
  return {
    name: name.trim(),
    configuration: valuesIn(configuration),
    settings: Object.fromEntries([...others, ...own]),
    singleThreaded,
  };
}

/** The configuration without empty values. */
export const valuesIn = (configuration: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(configuration).filter(([, value]) => value !== ""));

/** Messages about missing values that prevent saving, by the key of the variable; `""` is the name. */
export function missingOf(
  formula: Formula,
  { name, configuration }: Pick<InstanceDraft, "name" | "configuration">,
  t: ReturnType<typeof useTranslations<"formulas.missing">>,
) {
  const missing = formula.configuration
    .filter(({ key, required }) => required && !String(configuration[key] ?? "").trim())
    .map(({ key, name: label, type }): [string, string] => [
      key,
      t(type === "elementInstance" ? "connection" : "value", { name: label }),
    ]);
  return Object.fromEntries<string>(name.trim() ? missing : [...missing, ["", t("name")]]);
}

const cronProperties = (type: Formula["triggers"][number]["type"]) =>
  namesByField(TRIGGER_TYPES[type].properties, "cron");

/** Whether a variable holds the schedule of the formula. */
export const isSchedule = ({ triggers }: Formula, key: string): boolean =>
  triggers.some(({ type, properties }) =>
    cronProperties(type).some((name) => soleVariable(String(properties[name])) === key),
  );

/** The cron expression of a scheduled instance with its variables filled in; undefined for other triggers. */
export function cronOf(
  { triggers: [trigger], configuration: variables }: Formula,
  configuration: Record<string, unknown>,
): string | undefined {
  const [name] = trigger ? cronProperties(trigger.type) : [];
  if (!trigger || name === undefined) return undefined;
  return asText(resolveTriggerProperty(trigger.properties[name], configuration, variables));
}

/** The schedule of an instance and its variables, for the text of its trigger. */
export const namedIn = (formula: Formula, values: Record<string, unknown>) => ({
  cron: cronOf(formula, values),
  variables: formula.configuration,
  values,
});
