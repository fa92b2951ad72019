import type { PortName } from "#server/formula/definition.ts";
import { portWithRole } from "#server/formula/find-definition.ts";
import { STEP_TYPES } from "#server/formula/steps/registry.ts";
import { TRIGGER_TYPES, type TriggerTypeName } from "#server/formula/triggers/registry.ts";

export type StepTypeName = keyof typeof STEP_TYPES;
export type Port = PortName;

/** A part with arrows: a trigger by its index, or a step by its name. */
export type PartRef = { trigger: number } | { step: string };

type Arrows = Record<Port, string[]>;
export type DraftStep = Arrows & { name: string; type: StepTypeName; properties: Properties; description?: string };
export type DraftTrigger = Arrows & { type: TriggerTypeName; properties: Properties };
export type DraftVariable = {
  key: string;
  name?: string;
  type: "value" | "elementInstance";
  description?: string;
  required?: boolean;
  secret?: boolean;
};
export type Properties = Record<string, unknown>;

/**
 * The formula while it is edited, in the exact form of the API: fields that the designer does not know are preserved,
 * and the designer adds none of its own.
 */
export type Draft = {
  name: string;
  triggers: DraftTrigger[];
  steps: DraftStep[];
  configuration: DraftVariable[];
  [field: string]: unknown;
};

/** Parses a formula, with the lists that the designer expects. Throws a TypeError with a message if it is invalid. */
export function openDraft(formula: unknown): Draft {
  if (!isRecord(formula)) throw new TypeError("A formula is a JSON object.");
  const { name = "", triggers, steps, configuration, ...rest } = formula;
  return {
    name: String(name),
    ...rest,
    triggers: records(triggers, "triggers").map((trigger) => part("trigger", trigger, TRIGGER_TYPES)),
    steps: records(steps, "steps").map((step) => {
      if (typeof step.name !== "string") throw new TypeError("Every step needs a name.");
      return part(`step "${step.name}"`, step, STEP_TYPES);
    }),
    configuration: records(configuration, "configuration").map((variable) => ({ type: "value", ...variable })),
    // Checked above: each kind of part has what its type requires.
  } as Draft;
}

export const emptyDraft: Draft = { name: "New formula", engine: "v3", triggers: [], steps: [], configuration: [] };

export const partOf = ({ triggers, steps }: Draft, ref: PartRef): DraftTrigger | DraftStep | undefined =>
  "trigger" in ref ? triggers[ref.trigger] : steps.find(({ name }) => name === ref.step);

/** The port by which a chain continues after a step: "when done" for a loop, success for most others. */
export const nextPortOf = ({ type }: Pick<DraftStep, "type">): Port => portWithRole(type, "next") ?? "onSuccess";

/** A unique key for a part, also its id on the canvas. */
export const idOf = (ref: PartRef): string => ("trigger" in ref ? `trigger:${ref.trigger}` : `step:${ref.step}`);

export const refOf = (id: string): PartRef =>
  id.startsWith("trigger:") ? { trigger: Number(id.slice(8)) } : { step: id.slice(5) };

/** The draft with one part changed. */
export function changePart(
  draft: Draft,
  ref: PartRef,
  change: <Part extends DraftTrigger | DraftStep>(part: Part) => Part,
) {
  return "trigger" in ref
    ? { ...draft, triggers: draft.triggers.map((trigger, at) => (at === ref.trigger ? change(trigger) : trigger)) }
    : { ...draft, steps: draft.steps.map((step) => (step.name === ref.step ? change(step) : step)) };
}

export const hasStep = ({ steps }: Draft, name: string) => steps.some((step) => step.name === name);

/** `script`, `script2`, `script3`: the first unused step name. */
export const freeName = ({ steps }: Draft, wanted: string): string =>
  freeKey(new Set(steps.map(({ name }) => name)), wanted);

/** An unused name of any kind. */
export function freeKey(taken: ReadonlySet<string>, wanted: string): string {
  const stem = wanted.replace(/\d+$/, "");
  for (let count = 2, name = wanted; ; name = `${stem}${count++}`) if (!taken.has(name)) return name;
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function records(value: unknown, field: string): Record<string, unknown>[] {
  const list = value ?? [];
  if (!Array.isArray(list)) throw new TypeError(`${field} must be a list.`);
  return list
    .filter((entry) => entry !== null)
    .map((entry) => {
      if (isRecord(entry)) return entry;
      throw new TypeError(`${field} must be a list of objects.`);
    });
}

function part(what: string, sent: Record<string, unknown>, types: object): Record<string, unknown> {
  const { type } = sent;
  if (typeof type !== "string" || !Object.hasOwn(types, type)) {
    throw new TypeError(`The type of ${what} must be one of ${Object.keys(types).join(", ")}.`);
  }
  const arrows = (value: unknown) => (Array.isArray(value) ? value.filter((name) => typeof name === "string") : []);
  const properties = isRecord(sent.properties) ? sent.properties : {};
  return { ...sent, properties, onSuccess: arrows(sent.onSuccess), onFailure: arrows(sent.onFailure) };
}
