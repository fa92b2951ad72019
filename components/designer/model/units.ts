import { same } from "../../drafts/same.ts";
import { type Draft, type DraftStep, type DraftTrigger, type DraftVariable, idOf, isRecord } from "../model/draft.ts";

/** The smallest unit that two people can change independently: a step, a trigger, a variable, a setting. */
export type Unit =
  | { kind: "step"; name: string; value: DraftStep }
  | { kind: "trigger"; name: string; at: number; value: DraftTrigger }
  | { kind: "variable"; name: string; value: DraftVariable }
  | { kind: "setting"; name: string; value: unknown };

/** The units of a draft by their ids, in order. Settings with default values are omitted. */
export function unitsOf(draft: Draft): Map<string, Unit> {
  const { triggers, steps, configuration, ...settings } = draft;
  const units: [string, Unit][] = [
    ...Object.entries(settings)
      .filter(([name, value]) => value !== undefined && value !== null && value !== SETTINGS[name])
      .map(([name, value]): [string, Unit] => [`setting:${name}`, { kind: "setting", name, value }]),
    ...triggers.map((value, at): [string, Unit] => [
      idOf({ trigger: at }),
      { kind: "trigger", name: value.type, at, value },
    ]),
    ...steps.map((value): [string, Unit] => [idOf({ step: value.name }), { kind: "step", name: value.name, value }]),
    ...configuration.map((value): [string, Unit] => [
      `variable:${value.key}`,
      { kind: "variable", name: value.key, value },
    ]),
  ];
  return new Map(units);
}

/** Fields that the server fills in: they make no difference. */
const SETTINGS: Record<string, unknown> = { active: true, singleThreaded: false, debugLoggingEnabled: true };
const FILLED_IN = {
  trigger: { name: "trigger", async: true },
  variable: { required: true },
  step: {},
  setting: {},
} satisfies Record<Unit["kind"], object>;

/** Whether two units are equal; undefined means that the unit does not exist. */
export function sameUnit(one: Unit | undefined, other: Unit | undefined): boolean {
  if (!one || !other) return one === other;
  return one.value === other.value || same(filledIn(one), filledIn(other));
}

function filledIn({ kind, value }: Unit): unknown {
  if (!isRecord(value)) return value;
  const name = kind === "variable" ? { name: value.key } : {};
  return { ...FILLED_IN[kind], ...name, ...value };
}
