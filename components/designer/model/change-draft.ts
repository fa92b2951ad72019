import { findStepType, portWithRole } from "#server/formula/find-definition.ts";
import { renameStep, renameVariable } from "#server/formula/references.ts";
import type { Formula } from "#server/formula/shape.ts";
import { TRIGGER_TYPES, type TriggerTypeName } from "#server/formula/triggers/registry.ts";
import { renameVariableName } from "#server/formula/variable-names.ts";
import type { ReadScript } from "#server/script/script.ts";
import {
  changePart,
  type Draft,
  type DraftStep,
  type DraftVariable,
  freeName,
  hasStep,
  idOf,
  nextPortOf,
  type PartRef,
  type Port,
  type Properties,
  partOf,
  type StepTypeName,
} from "./draft.ts";
import { type Fragment, fragmentOf, withFragment } from "./fragment.ts";
import { isOpenEnd, loopBodies, loopHomes, openEnds } from "./loop-bodies.ts";

/** An insertion point: after a part, on one of its ports, between it and one of its targets. */
export type InsertionPoint = { from: PartRef; port: Port; before?: string };

export type Change =
  | { do: "addStep"; type: StepTypeName; name?: string; at?: InsertionPoint }
  | { do: "connect" | "disconnect"; from: PartRef; port: Port; to: string }
  | { do: "closeLoop"; name: string }
  | { do: "removeStep"; name: string }
  | { do: "removeSteps"; names: readonly string[] }
  | { do: "duplicateSteps"; names: readonly string[] }
  | { do: "paste"; fragment: Fragment; at?: InsertionPoint }
  | { do: "renameStep"; name: string; to: string }
  | { do: "describeStep"; name: string; description: string }
  | { do: "setTrigger"; at: number; type: TriggerTypeName }
  | { do: "setProperty"; of: PartRef; name: string; value: unknown }
  | { do: "setProperties"; of: PartRef; values: Properties }
  | { do: "setField"; field: string; value: unknown }
  | { do: "addVariable"; variable: DraftVariable }
  | { do: "setVariable"; key: string; variable: DraftVariable }
  | { do: "removeVariable"; key: string }
  | { do: "replace"; draft: Draft };

type ChangeOf<Do extends Change["do"]> = Extract<Change, { do: Do }>;

/** The draft after one change; the same object if nothing changed. Renames find references in scripts by `readScript`. */
export function changeDraft(draft: Draft, change: Change, readScript: ReadScript): Draft {
  // The table has one function per kind; TypeScript cannot correlate the two.
  const apply = CHANGES[change.do] as (draft: Draft, change: Change, readScript: ReadScript) => Draft;
  return apply(draft, change, readScript);
}

/** Consecutive changes with the same key are one step of undo, such as typing in one field. */
export const burstOf = (change: Change): string | undefined => {
  if (change.do === "setProperty") return `${idOf(change.of)}.${change.name}`;
  if (change.do === "setField") return change.field;
  if (change.do === "describeStep") return `${change.name}.description`;
  return undefined;
};

const CHANGES: { [Do in Change["do"]]: (draft: Draft, change: ChangeOf<Do>, readScript: ReadScript) => Draft } = {
  addStep,
  connect: (draft, { from, port, to }) =>
    arrows(draft, from, port, (names) => (names.includes(to) ? names : [...names, to])),
  disconnect: (draft, { from, port, to }) => arrows(draft, from, port, (names) => names.filter((name) => name !== to)),
  closeLoop: (draft, { name }) => leadTo(draft, openEnds(draft, name, loopBodies(draft).get(name) ?? new Set()), name),
  removeStep,
  removeSteps: (draft, { names }) => names.reduce((rest, name) => removeStep(rest, { do: "removeStep", name }), draft),
  duplicateSteps: (draft, { names }, readScript) =>
    withFragment(draft, fragmentOf(draft, names, readScript), readScript, new Set(draft.steps.map(({ name }) => name))),
  paste,
  renameStep(draft, { name, to }, readScript) {
    if (name === to || to.trim() === "" || hasStep(draft, to)) return draft;
    return asDraft(renameStep(asFormula(draft), name, to, readScript));
  },
  describeStep: (draft, { name, description }) =>
    changePart(draft, { step: name }, (part) => withField(part, "description", description || undefined)),
  setTrigger,
  setProperty: (draft, { of, name, value }) =>
    changePart(draft, of, (part) => ({ ...part, properties: withField(part.properties, name, value) })),
  setProperties: (draft, { of, values }) =>
    changePart(draft, of, (part) => ({ ...part, properties: { ...part.properties, ...values } })),
  setField: (draft, { field, value }) => withField(draft, field, value),
  addVariable: (draft, { variable }) =>
    hasVariable(draft, variable.key) ? draft : { ...draft, configuration: [...draft.configuration, variable] },
  setVariable,
  removeVariable: (draft, { key }) => ({
    ...draft,
    configuration: draft.configuration.filter((variable) => variable.key !== key),
  }),
  replace: (_, { draft }) => draft,
};

/**
 * Inserts a new step before the rest of the chain. After an open end in a loop it leads back to the loop, so that
 * nobody has to draw that arrow; a filter there continues with the next item on both ports. A loop takes the rest of
 * the chain on "when done".
 */
function addStep(draft: Draft, { type, name = freeName(draft, type), at }: ChangeOf<"addStep">): Draft {
  if (hasStep(draft, name)) return draft;
  const step: DraftStep = { name, type, properties: starterOf(type), onSuccess: [], onFailure: [] };
  if (!at) return { ...draft, steps: [...draft.steps, step] };
  const { from, port, before } = at;
  const targets = partOf(draft, from)?.[port] ?? [];
  const next = before !== undefined ? [before] : targets.length > 0 ? targets : loopAround(draft, from, port);
  const placed: DraftStep = { ...step, ...nextOf(draft, step, next) };
  const stands = "step" in from ? draft.steps.findIndex((other) => other.name === from.step) + 1 : 0;
  const added = { ...draft, steps: draft.steps.toSpliced(stands, 0, placed) };
  return arrows(added, from, port, (names) =>
    before === undefined ? [name] : names.map((other) => (other === before ? name : other)),
  );
}

/** The loop that contains the steps after this port. */
function loopAround(draft: Draft, from: PartRef, port: Port): string[] {
  if ("trigger" in from) return [];
  if (port === portWithRole(partOf(draft, from)?.type ?? "", "body")) return [from.step];
  const home = loopHomes(loopBodies(draft)).get(from.step);
  return home === undefined ? [] : [home];
}

function nextOf(draft: Draft, { type }: DraftStep, next: string[]): Partial<DraftStep> {
  const [nextPort, skips] = [portWithRole(type, "next"), portWithRole(type, "skip")];
  const returns = next.some((name) => isLoop(draft, { step: name }));
  return { ...(nextPort && { [nextPort]: next }), ...(skips && returns && { [skips]: next }) };
}

/** The initial properties of a new step, valid and executable where possible. */
const starterOf = (type: StepTypeName): Properties => ({ ...findStepType(type)?.starter });

/** Arrows to the step lead to its successor instead. */
function removeStep(draft: Draft, { name }: ChangeOf<"removeStep">): Draft {
  const removed = draft.steps.find((step) => step.name === name);
  if (!removed) return draft;
  const heirs = removed[nextPortOf(removed)].filter((heir) => heir !== name);
  const heal = (names: string[], own?: string) =>
    names.includes(name)
      ? [...new Set(names.flatMap((other) => (other === name ? heirs : [other])))].filter((other) => other !== own)
      : names;
  return {
    ...draft,
    triggers: draft.triggers.map((trigger) => ({
      ...trigger,
      onSuccess: heal(trigger.onSuccess),
      onFailure: heal(trigger.onFailure),
    })),
    steps: draft.steps
      .filter((step) => step !== removed)
      .map((step) => ({
        ...step,
        onSuccess: heal(step.onSuccess, step.name),
        onFailure: heal(step.onFailure, step.name),
      })),
  };
}

/** Pastes copied steps after an open port if there is one; in a loop they lead back to it. */
function paste(draft: Draft, { fragment, at }: ChangeOf<"paste">, readScript: ReadScript): Draft {
  if (fragment.steps.length === 0) return draft;
  const pasted = withFragment(draft, fragment, readScript);
  const first = pasted.steps[draft.steps.length]?.name;
  const isOpen = at && partOf(draft, at.from)?.[at.port].length === 0;
  if (!isOpen || !first) return pasted;
  const joined = arrows(pasted, at.from, at.port, () => [first]);
  const [loop] = loopAround(draft, at.from, at.port);
  if (loop === undefined) return joined;
  return leadTo(joined, pasted.steps.slice(draft.steps.length).filter(isOpenEnd), loop);
}

/** Connects these steps to that one. */
const leadTo = (draft: Draft, steps: DraftStep[], to: string): Draft =>
  steps.reduce((rest, step) => arrows(rest, { step: step.name }, nextPortOf(step), () => [to]), draft);

/** Replaces a trigger with another type: the steps stay, and properties of both types keep their values. */
function setTrigger(draft: Draft, { at, type }: ChangeOf<"setTrigger">): Draft {
  const before = draft.triggers[at];
  const known = Object.keys(TRIGGER_TYPES[type].properties.shape);
  const properties = Object.fromEntries(
    Object.entries(before?.properties ?? {}).filter(([name]) => known.includes(name)),
  );
  const starts = before?.onSuccess ?? entries(draft);
  const trigger = { ...before, type, properties, onSuccess: starts, onFailure: before?.onFailure ?? [] };
  return { ...draft, triggers: before ? draft.triggers.with(at, trigger) : [...draft.triggers, trigger] };
}

/** The probable first step of a formula without a trigger: the first step that no arrow leads to. */
function entries({ steps }: Draft): string[] {
  const led = new Set(steps.flatMap(({ onSuccess, onFailure }) => [...onSuccess, ...onFailure]));
  return steps
    .filter(({ name }) => !led.has(name))
    .map(({ name }) => name)
    .slice(0, 1);
}

function setVariable(draft: Draft, { key, variable }: ChangeOf<"setVariable">, readScript: ReadScript): Draft {
  const isTaken = variable.key !== key && hasVariable(draft, variable.key);
  if (isTaken || variable.key.trim() === "") return draft;
  const names = draft.configuration.map((other) => (other.key === key ? { ...variable, key } : other));
  const named = renameVariableName(asFormula(draft), key, names);
  const renamed = asDraft(variable.key === key ? named : renameVariable(named, key, variable.key, readScript));
  return {
    ...renamed,
    configuration: renamed.configuration.map((other) => (other.key === key ? variable : other)),
  };
}

const hasVariable = ({ configuration }: Draft, key: string) => configuration.some((variable) => variable.key === key);

const isLoop = (draft: Draft, ref: PartRef) => {
  const part = partOf(draft, ref);
  return part !== undefined && "step" in ref && portWithRole(part.type, "body") !== undefined;
};

const arrows = (draft: Draft, from: PartRef, port: Port, change: (names: string[]) => string[]): Draft =>
  changePart(draft, from, (part) => ({ ...part, [port]: change(part[port]) }));

/** The record with one field set; undefined removes it. */
function withField<Of extends object>(record: Of, field: string, value: unknown): Of {
  const { [field as keyof Of]: _, ...others } = record;
  return value === undefined ? (others as Of) : { ...record, [field]: value };
}

/** Renaming reads only names, types and properties, which a draft has in the same shape. */
const asFormula = (draft: Draft) => draft as unknown as Formula;
const asDraft = (formula: Formula) => formula as unknown as Draft;
