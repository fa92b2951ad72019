import type { SoapElement, SoapField, SoapTypes } from "./soap-types.ts";

/** A type that holds the fields of a message, by the name that it has in the table. */
type Named = { name: string; fields: (Omit<SoapField, "type"> & { of: string | undefined })[] };

const MOST_TYPES = 300;
const ROOT = "Body";

/**
 * The fields of a message that may be repeated, by type: the name of a field's own type if there is more inside, and
 * `[]` behind it for a list. Undefined for a message of more than 300 types.
 */
export function listsIn(types: SoapTypes, element: SoapElement): Record<string, Record<string, string>> | undefined {
  const reached = typesIn(types, element);
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
  /** The name of the type of the message's element. */
  root: string;
  namespaces: string[];
  /** The place of a field's namespace in the list, and the name of its type. */
  types: Record<string, Record<string, [namespace: number, type?: string]>>;
};

/**
 * The namespaces of all fields of a message; null if every field has the namespace that it inherits, and undefined for
 * a message of more than 300 types.
 */
export function namespacesIn(types: SoapTypes, element: SoapElement): SoapNamespaces | null | undefined {
  const reached = typesIn(types, element);
  if (!reached) return undefined;
  const [{ of: root = "" } = {}] = reached[0]?.fields ?? [];
  const own = element.isQualified ? element.namespace : "";
  const fields = reached.flatMap((type) => (type.name === ROOT ? [] : type.fields));
  if (fields.every(({ namespace }) => namespace === own)) return null;
  const namespaces = [...new Set(fields.map(({ namespace }) => namespace))];
  const rowOf = (type: Named) =>
    Object.fromEntries(
      type.fields.map(({ name, namespace, of }) => [name, [namespaces.indexOf(namespace), ...(of ? [of] : [])]]),
    ) as SoapNamespaces["types"][string];
  return {
    root,
    namespaces,
    types: Object.fromEntries(
      reached
        .filter(({ name, fields: inner }) => name !== ROOT && inner.length > 0)
        .map((type) => [type.name, rowOf(type)]),
    ),
  };
}

/** Every type that a message may hold, the nearest first; the first is the `Body` with the element itself. */
function typesIn(types: SoapTypes, { type, ...element }: SoapElement): Named[] | undefined {
  const names = new Map<object, string>();
  const taken = new Set([ROOT]);
  const queue: { name: string; declared: NonNullable<typeof type> }[] = [];
  const nameOf = (declared: NonNullable<typeof type>, standard: string): string => {
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
  const root = { ...element, isList: false, of: type && nameOf({ ...type }, element.name) };
  const reached: Named[] = [{ name: ROOT, fields: [root] }];
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
