import { type Draft, type DraftStep, type DraftTrigger, type DraftVariable, idOf, isRecord } from "./draft.ts";

/** What changes as a whole when two people work on one formula: a step, a trigger, a variable, a setting. */
export type Unit =
  | { kind: "step"; name: string; value: DraftStep }
  | { kind: "trigger"; name: string; at: number; value: DraftTrigger }
  | { kind: "variable"; name: string; value: DraftVariable }
  | { kind: "setting"; name: string; value: unknown };

/** The units of a draft by their ids, in their order. What is as it would be anyway is no setting. */
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

/** What the server fills in: with it and without it a formula is the same. */
const SETTINGS: Record<string, unknown> = { active: true, singleThreaded: false, debugLoggingEnabled: true };
const FILLED_IN = {
  trigger: { name: "trigger", async: true },
  variable: { required: true },
  step: {},
  setting: {},
} satisfies Record<Unit["kind"], object>;

/** Whether two units say the same; undefined is one that is not there. */
export function sameUnit(one: Unit | undefined, other: Unit | undefined): boolean {
  if (!one || !other) return one === other;
  return one.value === other.value || same(filledIn(one), filledIn(other));
}

function filledIn({ kind, value }: Unit): unknown {
  if (!isRecord(value)) return value;
  const name = kind === "variable" ? { name: value.key } : {};
  return { ...FILLED_IN[kind], ...name, ...value };
}

/** Equal JSON, whatever the order of keys; a field that is undefined is none. */
export function same(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one))
    return Array.isArray(other) && one.length === other.length && one.every((item, at) => same(item, other[at]));
  if (!isRecord(one) || !isRecord(other)) return false;
  return Object.keys({ ...one, ...other }).every((key) => same(one[key], other[key]));
}
