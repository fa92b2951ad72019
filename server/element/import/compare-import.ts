import { isSame } from "../changes/change-rule.ts";
import { operationKeyOf } from "../convert/operation-key.ts";
import { withoutHub } from "../resource-path.ts";
import type { Element, Resource } from "../shape.ts";

/** An operation of the file compared with the element. */
export type OperationState = "new" | "changed" | "unchanged" | "removed";

/** The side of an operation that an import keeps: the file's, or the element's. */
export const IMPORT_CHOICES = ["imported", "current"] as const;
export type ImportChoice = (typeof IMPORT_CHOICES)[number];

export type ComparedOperation = {
  /** The provider's method and path. */
  key: string;
  state: OperationState;
  /** It was changed or removed manually since the last import. */
  isEdited: boolean;
  /** The default choice; null if file and element both changed, so that a person has to choose. */
  choice: ImportChoice | null;
  current?: Resource;
  imported?: Resource;
};

/** Every operation with its choice: the given one, else the suggested one. */
export type ChosenOperation = ComparedOperation & { choice: ImportChoice };

type Side = Pick<Element, "resources">;
/** `base` is what the last import read; without one, nobody knows what was changed by hand. */
export type ImportSides = { base: Side | undefined; current: Side; imported: Side };

/**
 * The plan of an import for the resources of an element: those of the file in its order, then those that the file
 * lacks.
 */
export function compareImport({ base, current, imported }: ImportSides): ComparedOperation[] {
  const bases = byOperation(base?.resources ?? []);
  const currents = byOperation(current.resources);
  const importeds = byOperation(imported.resources);
  const given = [...importeds].map(([key, resource]) =>
    compareGiven(key, { base: bases.get(key), current: currents.get(key), imported: resource }),
  );
  const missing = [...currents].flatMap(([key, resource]) =>
    importeds.has(key)
      ? []
      : compareMissing(key, { base: bases.get(key), current: resource, isKnown: base !== undefined }),
  );
  return [...given, ...missing];
}

/** If several resources have the same operation, the first is that of the import; the others were added manually. */
function byOperation(resources: readonly Resource[]): Map<string, Resource> {
  const found = new Map<string, Resource>();
  for (const resource of resources) {
    const key = operationKeyOf(resource);
    if (!found.has(key)) found.set(key, resource);
  }
  return found;
}

type Sides = { base: Resource | undefined; current: Resource | undefined; imported: Resource };

function compareGiven(key: string, { base, current, imported }: Sides): ComparedOperation {
  // An operation that was left out or removed manually stays removed.
  if (!current)
    return { key, state: "new", isEdited: base !== undefined, choice: base ? "current" : "imported", imported };
  const sides = { key, current, imported };
  if (isSameResource(current, imported)) return { ...sides, state: "unchanged", isEdited: false, choice: "current" };
  const isEdited = base !== undefined && !isSameResource(base, current);
  if (base && !isEdited) return { ...sides, state: "changed", isEdited, choice: "imported" };
  const isOnlyEdited = base !== undefined && isSameResource(base, imported);
  return { ...sides, state: "changed", isEdited, choice: isOnlyEdited ? "current" : null };
}

type Missing = { base: Resource | undefined; current: Resource; isKnown: boolean };

function compareMissing(key: string, { base, current, isKnown }: Missing): ComparedOperation[] {
  const removed = { key, state: "removed", current } as const;
  if (!isKnown) return [{ ...removed, isEdited: false, choice: "current" }];
  // Resources that no import created stay, and are not listed.
  if (!base) return [];
  const isEdited = !isSameResource(base, current);
  return [{ ...removed, isEdited, choice: isEdited ? null : "imported" }];
}

const isSameResource = (one: Resource, other: Resource): boolean =>
  isSame({ ...one, path: withoutHub(one.path) }, { ...other, path: withoutHub(other.path) });
