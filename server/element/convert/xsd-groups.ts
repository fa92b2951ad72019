import { type Json, textOf } from "./conversion.ts";
import { all, localName } from "./xml-nodes.ts";

export type XsdField = {
  name: string;
  node: Json;
  isList: boolean;
  /** The schema that declares it, if it is not that of the type. */
  schema?: Json;
  /** It is an element of its schema, not of a type, and thus has its namespace. */
  isOfSchema?: true;
};

/** The named groups of schemas, and the elements that can take the place of another. */
export type XsdGroups = {
  groups: ReadonlyMap<string, { node: Json; schema: Json }>;
  substitutes: ReadonlyMap<string, XsdField[]>;
};

const PARTS = ["sequence", "all", "choice", "complexContent", "extension", "restriction"];

export function xsdGroups(schemas: readonly Json[]): XsdGroups {
  const groups = new Map<string, { node: Json; schema: Json }>();
  const substitutes = new Map<string, XsdField[]>();
  for (const schema of schemas) {
    for (const node of all(schema, "group")) groups.set(String(node["@name"]), { node, schema });
    for (const node of all(schema, "element")) {
      const [name, head] = [textOf(node["@name"]), textOf(node["@substitutionGroup"])];
      if (name === undefined || head === undefined) continue;
      const before = substitutes.get(localName(head)) ?? [];
      substitutes.set(localName(head), [...before, { name, node, schema, isList: false, isOfSchema: true }]);
    }
  }
  return { groups, substitutes };
}

/**
 * The elements of a sequence, choice, all or named group, at any depth. An element is a list if it or a group around it
 * repeats.
 */
export function xsdFields(type: Json, { groups, substitutes }: XsdGroups): XsdField[] {
  const met = new Set<unknown>();
  return [...within(type, false)];

  function* within(node: Json, isRepeated: boolean, schema?: Json): Generator<XsdField> {
    const isInList = isRepeated || repeats(node);
    for (const element of all(node, "element")) {
      const name = textOf(element["@name"]) ?? localName(textOf(element["@ref"]) ?? "");
      const isList = isInList || repeats(element);
      if (name === "") continue;
      yield { name, node: element, isList, ...(schema && { schema }) };
      if (element["@ref"] !== undefined) yield* inPlaceOf(name, isList);
    }
    for (const part of PARTS.flatMap((tag) => all(node, tag))) yield* within(part, isInList, schema);
    for (const reference of all(node, "group")) {
      const name = localName(textOf(reference["@ref"]) ?? "");
      const isList = isInList || repeats(reference);
      const group = groups.get(name);
      if (group && isNew(`${name} ${isList}`)) yield* within(group.node, isList, group.schema);
    }
  }

  function* inPlaceOf(head: string, isList: boolean): Generator<XsdField> {
    for (const field of substitutes.get(head) ?? []) {
      if (!isNew(field)) continue;
      yield { ...field, isList };
      yield* inPlaceOf(field.name, isList);
    }
  }

  /** A group adds its fields once, however often a type or the group itself names it. */
  function isNew(key: unknown): boolean {
    return met.size < met.add(key).size;
  }
}

const repeats = ({ "@maxOccurs": most }: Json): boolean => most !== undefined && !["0", "1"].includes(String(most));
