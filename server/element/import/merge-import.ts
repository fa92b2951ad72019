import { isSame } from "../changes/change-rule.ts";
import type { Element, Resource } from "../shape.ts";
import type { ChosenOperation } from "./compare-import.ts";

type Identified = { id?: number | undefined };

/** The lists of an element besides its resources, and the name of a part in each. */
const NAME_OF = {
  configuration: ({ key }: Element["configuration"][number]) => key,
  parameters: ({ source, type, name, vendorType, vendorName }: Element["parameters"][number]) =>
    JSON.stringify([source, type, name, vendorType, vendorName]),
  hooks: ({ type }: Element["hooks"][number]) => type,
  objects: ({ name }: Element["objects"][number]) => name,
};

type Sides = { base: Element | undefined; current: Element; imported: Element };
type Merging = Sides & { isAuthenticationChosen?: boolean };

/**
 * The element after an import: the chosen operations; of other parts the file's changes, unless they were changed
 * manually; the chosen type of authentication. Its name, key, hub and everything unknown to an import are kept.
 */
export function mergeImport(sides: Merging, operations: readonly ChosenOperation[]): Element {
  const { base, current, imported, isAuthenticationChosen = false } = sides;
  const isOwn = !isAuthenticationChosen && isEdited(base?.authentication, current.authentication);
  return {
    ...current,
    authentication: isOwn ? current.authentication : imported.authentication,
    configuration: mergeList(sides, "configuration"),
    parameters: mergeList(sides, "parameters"),
    hooks: mergeList(sides, "hooks"),
    objects: mergeList(sides, "objects"),
    resources: mergeResources(current.resources, operations),
  };
}

/** Without a base, everything may have been changed manually. */
const isEdited = (base: object | undefined, current: object): boolean => base === undefined || !isSame(base, current);

function mergeResources(current: readonly Resource[], operations: readonly ChosenOperation[]): Resource[] {
  const replaced = new Map(
    operations.flatMap((operation) =>
      operation.current && operation.choice === "imported" ? [[operation.current, operation.imported] as const] : [],
    ),
  );
  const kept = current.flatMap((resource) => {
    if (!replaced.has(resource)) return [resource];
    const next = replaced.get(resource);
    return next ? [underId(resource, next)] : [];
  });
  const added = operations.flatMap((operation) =>
    !operation.current && operation.imported && operation.choice === "imported" ? [operation.imported] : [],
  );
  return [...kept, ...added];
}

function mergeList<Name extends keyof typeof NAME_OF>(sides: Sides, list: Name): Element[Name] {
  // The parts of a list and the function that names them belong together, which the compiler cannot follow.
  const nameOf = NAME_OF[list] as (part: Element[Name][number]) => string;
  type Part = Element[Name][number];
  const by = (element: Element | undefined) =>
    new Map((element?.[list] ?? []).map((part): [string, Part] => [nameOf(part as Part), part as Part]));
  const [bases, currents, importeds] = [by(sides.base), by(sides.current), by(sides.imported)];
  const kept = (sides.current[list] as Part[]).flatMap((part) => {
    const name = nameOf(part);
    if (isEdited(bases.get(name), part)) return [part];
    const next = importeds.get(name);
    return next ? [underId(part, next)] : [];
  });
  const added = [...importeds].filter(([name]) => !currents.has(name) && !bases.has(name)).map(([, part]) => part);
  return [...kept, ...added] as Element[Name];
}

const underId = <Part extends Identified>({ id }: Identified, part: Part): Part => ({ ...part, id });
