import { cronRefusals, type Limits } from "./check.ts";
import { cronText } from "./cron.ts";
import { instanceIdIn, unfilledReferences } from "./instance-references.ts";
import { settingRefusals } from "./instance-settings.ts";
import { inEnglish, sentence } from "./problem-sentences.ts";
import { namesByField } from "./property.ts";
import { type Refusal, refuse } from "./refusal.ts";
import type { Formula, FormulaInstanceInput } from "./shape.ts";
import { TRIGGER_TYPES } from "./triggers/registry.ts";
import { resolveTriggerProperty } from "./variable-names.ts";

/**
 * All reasons not to save an instance of a formula: arrows to missing steps, required variables without a value,
 * element variables that hold no id, references to element instances that are not filled in, invalid settings, a schedule that the configuration makes invalid. Whether an
 * element instance exists is checked elsewhere.
 */
export function instanceRefusals(
  formula: Formula,
  { configuration, settings }: Pick<FormulaInstanceInput, "configuration" | "settings">,
  { minScheduleSeconds }: Limits = { minScheduleSeconds: 60 },
): Refusal[] {
  const missing = formula.configuration.filter(
    ({ key, required }) => required && (!Object.hasOwn(configuration, key) || isEmpty(configuration[key])),
  );
  return [
    ...missing.map(({ key }) => refuse(["configuration", key], `configuration: the variable "${key}" is required.`)),
    ...noInstances(formula, configuration),
    ...unfilledReferences(formula, configuration).map(({ path, message }) => refuse(path, message)),
    ...(isEmpty(settings.api)
      ? []
      : [
          refuse(
            ["settings", "api"],
            "settings.api: an instance cannot be a resource; set method and uri of the formula.",
          ),
        ]),
    ...settingRefusals(settings),
    ...lostArrows(formula),
    ...scheduleRefusals(formula, configuration, minScheduleSeconds),
  ];
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === "";

const noInstances = (formula: Formula, configuration: FormulaInstanceInput["configuration"]) =>
  formula.configuration
    .filter(({ type, key }) => type === "elementInstance" && !isEmpty(configuration[key]))
    .filter(({ key }) => instanceIdIn(configuration[key]) === null)
    .map(({ key }) =>
      refuse(["configuration", key], `configuration: the variable "${key}" must be the id of an element instance.`),
    );

export const lostArrows = (formula: Pick<Formula, "triggers" | "steps">): Refusal[] =>
  arrowsToNothing(formula).map(({ path, ...values }) => refuse(path, inEnglish([sentence("lostArrow", values)])));

type LostArrow = { path: Refusal["path"]; arrow: string; owner: string; step: string };

/** The arrows that lead to steps that do not exist. */
export function arrowsToNothing({ triggers, steps }: Pick<Formula, "triggers" | "steps">): LostArrow[] {
  const names = new Set(steps.map(({ name }) => name));
  return (
    [
      ["triggers", triggers],
      ["steps", steps],
    ] as const
  ).flatMap(([list, owners]) =>
    owners.flatMap((owner, at) =>
      (["onSuccess", "onFailure"] as const).flatMap((arrow) =>
        owner[arrow]
          .filter((name) => !names.has(name))
          .map((step) => ({ path: [list, at, arrow], arrow, owner: owner.name, step })),
      ),
    ),
  );
}

/** The value of `${config.cron}` is known here. */
function scheduleRefusals(
  { triggers, configuration: variables }: Formula,
  configuration: Record<string, unknown>,
  minSeconds: number,
): Refusal[] {
  return triggers.flatMap(({ type, properties }) =>
    namesByField(TRIGGER_TYPES[type].properties, "cron").flatMap((name) => {
      const resolved = resolveTriggerProperty(properties[name], configuration, variables);
      const { error } = cronText.safeParse(resolved);
      const path = ["configuration"];
      if (error) return [refuse(path, `${name}: ${error.issues[0]?.message}`)];
      return cronRefusals(path, String(resolved), minSeconds);
    }),
  );
}
