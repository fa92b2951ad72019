import type { Declared, SoapElement, SoapField, SoapTypes } from "./soap-types.ts";

/** A type that holds the fields of a message, by the name that it has in the table. */
type Named = { name: string; fields: (Omit<SoapField, "type"> & { of: string | undefined })[] };

const MOST_TYPES = 300;
const ROOT = "Body";

/**
 * The fields of a message that may be repeated, by type: the name of a field's own type if there is more inside, and
 * `[]` behind it for a list. Undefined for a message of more than 300 types.
 */
export function listsIn(types: SoapTypes, element: SoapElement): Record<string, Record<string, string>> | undefined {
  const reached = typesIn(types, [element]);
  if (!reached) return undefined;
  const kept = new Set(reached.flatMap(({ name, fields }) => (fields.some(({ isList }) => isList) ? [name] : [])));
  for (let before = -1; before < kept.size; ) {
    before = kept.size;
    for (const { name, fields } of reached) if (fields.some(({ of = "" }) => kept.has(of))) kept.add(name);
  }
  const rows = reached
    .filter(({ name }) => kept.has(name))
    .map(({ name, fields }) => {
      const written = fields.flatMap(({ name: field, isList, of = "" }) => {
        const value = `${kept.has(of) ? of : ""}${isList ? "[]" : ""}`;
        return value === "" ? [] : [[field, value] as const];
      });
      return [name, Object.fromEntries(written)] as const;
    });
  return Object.fromEntries(rows);
}

export type SoapNamespaces = {
  /** The names of the types of the elements of the message. */
  roots: string[];
  namespaces: string[];
  /** The place of a field's namespace in the list, the name of its type, and 1 if it can be null. */
  types: Record<string, Record<string, [namespace: number, type?: string, isNillable?: 1]>>;
};

/**
 * The namespaces of all fields of the elements of a message; null if every field has the namespace that it inherits and
 * none can be null, and undefined for a message of more than 300 types.
 */
export function namespacesIn(types: SoapTypes, elements: readonly SoapElement[]): SoapNamespaces | null | undefined {
  const reached = typesIn(types, elements);
  if (!reached) return undefined;
  const owns = new Set(elements.map(({ isQualified, namespace }) => (isQualified ? namespace : "")));
  const fields = reached.flatMap((type) => (type.name === ROOT ? [] : type.fields));
  const isPlain = fields.every(({ namespace, isNillable }) => owns.has(namespace) && !isNillable);
  if (owns.size === 1 && isPlain) return null;
  const namespaces = [...new Set(fields.map(({ namespace }) => namespace))];
  const cellOf = ({ namespace, of, isNillable }: Named["fields"][number]) => {
    const at = namespaces.indexOf(namespace);
    return isNillable ? [at, of ?? "", 1] : [at, ...(of ? [of] : [])];
  };
  const rowOf = (type: Named) =>
    Object.fromEntries(type.fields.map((field) => [field.name, cellOf(field)])) as SoapNamespaces["types"][string];
  return {
    roots: (reached[0]?.fields ?? []).map(({ of = "" }) => of),
    namespaces,
    types: Object.fromEntries(
      reached
        .filter(({ name, fields: inner }) => name !== ROOT && inner.length > 0)
        .map((type) => [type.name, rowOf(type)]),
    ),
  };
}

/** Every type that a message may hold, the nearest first; the first is the `Body` with the elements themselves. */
function typesIn(types: SoapTypes, elements: readonly SoapElement[]): Named[] | undefined {
  const names = new Map<object, string>();
  const taken = new Set([ROOT]);
  const queue: { name: string; declared: Declared }[] = [];
  const nameOf = (declared: Declared, standard: string): string => {
    const before = names.get(declared.node);
    if (before !== undefined) return before;
    const wanted = String(declared.node["@name"] ?? standard);
    let name = wanted;
    for (let count = 1; taken.has(name); count++) name = `${wanted}${count}`;
    taken.add(name);
    names.set(declared.node, name);
    queue.push({ name, declared });
    return name;
  };
  const roots = elements.map(({ type, ...element }) => ({
    ...{ ...element, isList: false, isNillable: false },
    of: type && nameOf({ ...type }, element.name),
  }));
  const reached: Named[] = [{ name: ROOT, fields: roots }];
  for (const { name, declared } of queue) {
    if (queue.length > MOST_TYPES) return undefined;
    const fields = types.fieldsOf(declared).map(({ type: inner, ...field }) => ({
      ...field,
      of: inner && nameOf(inner, field.name),
    }));
    reached.push({ name, fields });
  }
  return reached;
}
