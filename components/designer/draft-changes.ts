import type { Draft, DraftStep, DraftTrigger, PartRef } from "./draft.ts";
import { fieldsOf } from "./fields.ts";
import { portsOf } from "./graph.ts";
import { lookOf, titleOf } from "./part-look.ts";
import { same, sameUnit, type Unit, unitsOf } from "./units.ts";

/** One unit that is another one now, with what is different about it. */
export type DraftChange = {
  id: string;
  group: "Start" | "Steps" | "Variables" | "Settings";
  what: "added" | "removed" | "renamed" | "changed";
  title: string;
  details: string[];
};

const GROUPS = { trigger: "Start", step: "Steps", variable: "Variables", setting: "Settings" } as const;
const SHORT = 40;

/** What happened between two states of a formula, in words, in the order of the formula. */
export function changesBetween(before: Draft, after: Draft): DraftChange[] {
  const [olds, news] = [unitsOf(before), unitsOf(after)];
  const renamed = renamedSteps(olds, news);
  const changes = [...new Set([...news.keys(), ...olds.keys()])].flatMap((id): DraftChange[] => {
    const [old, now] = [olds.get(renamed.get(id) ?? id), news.get(id)];
    const unit = now ?? old;
    if (!unit || (!now && [...renamed.values()].includes(id))) return [];
    const from = renamed.get(id);
    if (!from && sameUnit(old, now)) return [];
    const told = { id, group: GROUPS[unit.kind], title: unitTitle(unit) };
    if (from) return [{ ...told, what: "renamed", details: [`It was called ${old?.name}.`] }];
    if (!old) return [{ ...told, what: "added", details: [] }];
    if (!now) return [{ ...told, what: "removed", details: [] }];
    return [{ ...told, what: "changed", details: detailsOf(old, now) }];
  });
  const order = Object.values(GROUPS);
  return changes.sort((one, other) => order.indexOf(one.group) - order.indexOf(other.group));
}

/** New ids with the old ones: a step that went while one came that does the very same. */
function renamedSteps(olds: Map<string, Unit>, news: Map<string, Unit>): Map<string, string> {
  const gone = [...olds].filter(([id, { kind }]) => kind === "step" && !news.has(id));
  const renamed = new Map<string, string>();
  for (const [id, unit] of news) {
    if (unit.kind !== "step" || olds.has(id)) continue;
    const twin = gone.findIndex(([, old]) => old.kind === "step" && isTwin(old.value, unit.value));
    const [taken] = twin < 0 ? [] : gone.splice(twin, 1);
    if (taken) renamed.set(id, taken[0]);
  }
  return renamed;
}

const isTwin = (one: DraftStep, other: DraftStep) =>
  one.type === other.type && Object.keys(one.properties).length > 0 && same(one.properties, other.properties);

function unitTitle(unit: Unit): string {
  if (unit.kind === "step") return `${unit.name} (${lookOf({ step: unit.name }, unit.value).label})`;
  if (unit.kind === "trigger") return titleOf({ trigger: unit.at }, unit.value);
  return unit.kind === "setting" ? (SETTING_WORDS[unit.name] ?? unit.name) : unit.name;
}

const SETTING_WORDS: Record<string, string> = {
  name: "Name",
  description: "Description",
  active: "On or off",
  engine: "Engine",
  singleThreaded: "One run at a time",
  debugLoggingEnabled: "Debug logging",
  method: "Method of its API",
  uri: "Path of its API",
};

/** What is different about one unit, a sentence for each of its fields. */
export function detailsOf(old: Unit, now: Unit): string[] {
  if (now.kind === "setting") return [turned("It", old.value, now.value)];
  if (now.kind === "variable")
    return fieldDetails(old.value as Record<string, unknown>, now.value as Record<string, unknown>);
  // Units of one id are of one kind.
  const ref: PartRef = now.kind === "step" ? { step: now.name } : { trigger: now.at };
  return partDetails(ref, old.value as DraftStep | DraftTrigger, now.value);
}

function partDetails(ref: PartRef, old: DraftStep | DraftTrigger, now: DraftStep | DraftTrigger): string[] {
  const labels = new Map(fieldsOf(ref, now).map(({ name, label }) => [name, label]));
  const properties = Object.keys({ ...old.properties, ...now.properties })
    .filter((name) => !same(old.properties[name], now.properties[name]))
    .map((name) => turned(labels.get(name) ?? name, old.properties[name], now.properties[name]));
  const words = new Map(portsOf(ref, now).map(({ port, label }) => [port, label]));
  const arrows = (["onSuccess", "onFailure"] as const)
    .filter((port) => !same(old[port], now[port]))
    .map((port) => `${words.get(port) ?? port}: ${arrowWords(old[port])} → ${arrowWords(now[port])}`);
  const { properties: _, onSuccess: __, onFailure: ___, ...others } = now;
  const { properties: _p, onSuccess: _s, onFailure: _f, ...othersBefore } = old;
  return [...fieldDetails(othersBefore, others), ...properties, ...arrows];
}

const arrowWords = (names: string[]) => names.join(", ") || "ends";

const FIELD_WORDS: Record<string, string> = { description: "Notes", type: "Kind", required: "Required" };

const fieldDetails = (old: Record<string, unknown>, now: Record<string, unknown>): string[] =>
  Object.keys({ ...old, ...now })
    .filter((name) => !same(old[name], now[name]))
    .map((name) => turned(FIELD_WORDS[name] ?? name, old[name], now[name]));

/** `Method: GET → POST`, or only that it changed where values are long. */
function turned(label: string, old: unknown, now: unknown): string {
  const [before, after] = [short(old), short(now)];
  if (before === undefined || after === undefined) return `${label} changed`;
  return `${label}: ${before} → ${after}`;
}

function short(value: unknown): string | undefined {
  if (value === undefined || value === null || value === "") return "nothing";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length <= SHORT && !text.includes("\n") ? text : undefined;
}
