import { dataTypeOfXsd } from "../data-types/registry.ts";
import { type Json, textOf } from "./conversion.ts";
import { all, localName, one } from "./xml-nodes.ts";

/** Models of the elements and complex types of XML schemas, by their names (spec §2.9). */
export function xsdModels(schemas: readonly Json[]): Record<string, Json> {
  const simple = new Set(schemas.flatMap((schema) => named(schema, "simpleType")));
  const complex = schemas.flatMap((schema) => all(schema, "complexType"));
  const elements = schemas.flatMap((schema) => all(schema, "element"));
  const byName = new Map(complex.map((type) => [textOf(type["@name"]), type]));
  const names = new Set([...complex, ...elements].flatMap(({ "@name": name }) => textOf(name) ?? []));
  const models: Record<string, Json> = {};
  for (const definition of [...complex, ...elements]) {
    const name = textOf(definition["@name"]);
    if (name === undefined || Object.hasOwn(models, name)) continue;
    const [inner = definition] = all(definition, "complexType");
    const fields = [...inherited(inner, new Set([inner])), ...xsdFields(inner)];
    const type = textOf(definition["@type"]);
    models[name] =
      fields.length === 0 && type !== undefined && localName(type) !== name
        ? { id: name, ...typeOf(type) }
        : { id: name, properties: Object.fromEntries(fields.map((field) => [field.name, propertyOf(field)])) };
  }
  return models;

  /** The fields of the types that a type extends; one that extends itself adds nothing. */
  function inherited(type: Json, seen: Set<Json>): XsdField[] {
    const base = byName.get(localName(textOf(extensionOf(type)?.["@base"]) ?? ""));
    if (!base || seen.has(base)) return [];
    return [...inherited(base, seen.add(base)), ...xsdFields(base)];
  }

  function propertyOf({ node, isList }: XsdField): Json {
    const type = typeOf(textOf(node["@type"]) ?? textOf(node["@ref"]) ?? "unknown");
    return isList ? { type: "array", items: type } : type;
  }

  function typeOf(reference: string): Json {
    const name = localName(reference);
    const known = dataTypeOfXsd(name)?.swagger;
    if (known) return { ...known };
    if (name === "anyType" || name === "unknown") return { type: "unknown" };
    return names.has(name) && !simple.has(name) ? { type: name } : { type: "string" };
  }
}

export type XsdField = { name: string; node: Json; isList: boolean };

const GROUPS = ["sequence", "all", "choice", "complexContent", "extension"];

/** The elements of a sequence, choice or all, at any depth. An element is a list if it or a group around it repeats. */
export function xsdFields(type: Json, isRepeated = false): XsdField[] {
  const isInList = isRepeated || repeats(type);
  return [
    ...all(type, "element").flatMap((node) => {
      const name = textOf(node["@name"]) ?? localName(textOf(node["@ref"]) ?? "");
      return name === "" ? [] : [{ name, node, isList: isInList || repeats(node) }];
    }),
    ...GROUPS.flatMap((tag) => all(type, tag)).flatMap((group) => xsdFields(group, isInList)),
  ];
}

const repeats = ({ "@maxOccurs": most }: Json): boolean => most !== undefined && !["0", "1"].includes(String(most));

/** The extension by which a type adds to another. */
export const extensionOf = (type: Json): Json | undefined => one(one(type, "complexContent"), "extension");

const named = (schema: Json, tag: string): string[] =>
  all(schema, tag).flatMap(({ "@name": name }) => textOf(name) ?? []);
