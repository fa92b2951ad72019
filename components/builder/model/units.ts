import { same } from "../../drafts/same.ts";
import type { ElementDraft } from "./element-draft.ts";
import { withoutId } from "./items.ts";
import { isRecord, textOf } from "./paths.ts";

type Item = Readonly<Record<string, unknown>>;

/** The lists of an element, with the identity of an item in each. */
const LISTS = {
  configuration: ({ key }: Item) => textOf(key),
  parameters: ({ name, vendorName }: Item) => `${textOf(name)} → ${textOf(vendorName)}`,
  hooks: ({ type }: Item) => textOf(type),
  resources: ({ method, path }: Item) => `${textOf(method)} ${textOf(path).replace(/^\/hubs\/[^/]+/, "")}`,
  objects: ({ name }: Item) => textOf(name),
} as const;

type ListName = keyof typeof LISTS;

/** The smallest part of an element that two people can change independently. */
export type Unit = { kind: ListName | "setting"; name: string; value: unknown };

const isListName = (name: string): name is ListName => Object.hasOwn(LISTS, name);

/** The units of an element by their ids, in order. */
export function unitsOf(draft: ElementDraft): Map<string, Unit> {
  const units = new Map<string, Unit>();
  function add(kind: Unit["kind"], name: string, value: unknown) {
    let id = `${kind}:${name}`;
    for (let n = 2; units.has(id); n++) id = `${kind}:${name}#${n}`;
    units.set(id, { kind, name, value });
  }
  for (const [field, value] of Object.entries(draft)) {
    if (!isListName(field) || !Array.isArray(value)) add("setting", field, value);
    else for (const item of value) add(field, isRecord(item) ? LISTS[field](item) : "", item);
  }
  return units;
}

/** The element that consists of these units. */
export function elementOf(units: readonly Unit[]): ElementDraft {
  const element: Record<string, unknown> = {};
  for (const { kind, name, value } of units) {
    if (kind === "setting") element[name] = value;
    else element[kind] = [...((element[kind] as unknown[] | undefined) ?? []), value];
  }
  return element;
}

/** Ids of stored parts are ignored: parts are identified by their content. */
export const sameUnit = (one: Unit | undefined, other: Unit | undefined): boolean =>
  one === undefined || other === undefined ? one === other : same(withoutId(one.value), withoutId(other.value));

/** A changed unit, with the fields that differ. */
export type UnitChange = Pick<Unit, "kind" | "name"> & {
  id: string;
  what: "added" | "removed" | "changed";
  details: { name: string; before: unknown; after: unknown }[];
};

/** The changes between two states of an element, in its order. */
export function changesBetween(before: ElementDraft, after: ElementDraft): UnitChange[] {
  const [olds, news] = [unitsOf(before), unitsOf(after)];
  return [...new Set([...news.keys(), ...olds.keys()])].flatMap((id): UnitChange[] => {
    const [old, now] = [olds.get(id), news.get(id)];
    const unit = now ?? old;
    if (!unit || sameUnit(old, now)) return [];
    const { kind, name } = unit;
    if (!old) return [{ id, kind, name, what: "added", details: [] }];
    if (!now) return [{ id, kind, name, what: "removed", details: [] }];
    return [{ id, kind, name, what: "changed", details: detailsOf(old.value, now.value) }];
  });
}

function detailsOf(before: unknown, after: unknown): UnitChange["details"] {
  if (!isRecord(before) || !isRecord(after)) return [{ name: "", before, after }];
  return Object.keys({ ...before, ...after })
    .filter((name) => name !== "id" && !same(withoutId(before[name]), withoutId(after[name])))
    .map((name) => ({ name, before: before[name], after: after[name] }));
}
