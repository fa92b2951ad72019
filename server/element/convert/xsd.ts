import { dataTypeOfXsd } from "../data-types/registry.ts";
import { type Json, textOf } from "./conversion.ts";
import { all, localName, one } from "./xml-nodes.ts";

/** Models of the elements and complex types of XML schemas, by their names (spec §2.9). */
export function xsdModels(schemas: readonly Json[]): Record<string, Json> {
  const simple = new Set(schemas.flatMap((schema) => named(schema, "simpleType")));
  const complex = schemas.flatMap((schema) => all(schema, "complexType"));
  const elements = schemas.flatMap((schema) => all(schema, "element"));
  const byName = new Map(complex.map((type) => [textOf(type["@name"]), type]));
  const groups = new Map(
    schemas.flatMap((schema) => all(schema, "attributeGroup")).map((group) => [textOf(group["@name"]), group]),
  );
  const names = new Set([...complex, ...elements].flatMap(({ "@name": name }) => textOf(name) ?? []));
  const models: Record<string, Json> = {};
  for (const definition of [...complex, ...elements]) {
    const name = textOf(definition["@name"]);
    if (name === undefined || Object.hasOwn(models, name)) continue;
    const [inner = definition] = all(definition, "complexType");
    const properties = propertiesOf(inner, new Set([inner]));
    const type = textOf(definition["@type"]);
    models[name] =
      Object.keys(properties).length === 0 && type !== undefined && localName(type) !== name
        ? { id: name, ...typeOf(type) }
        : { id: name, properties };
  }
  return models;

  /** Attributes are fields with `@` in front; text beside them is `#text`, as in the XML codec. */
  function propertiesOf(type: Json, seen: Set<Json>): Json {
    const fields = [...inherited(type, new Set(seen)), ...xsdFields(type)];
    const text = textTypeOf(type, new Set(seen));
    return {
      ...(text !== undefined && { "#text": typeOf(text) }),
      ...Object.fromEntries(fields.map((field) => [field.name, propertyOf(field, seen)])),
      ...Object.fromEntries(
        attributesOf(type, new Set(seen)).map(([name, node]) => [
          `@${name}`,
          typeOf(textOf(node["@type"]) ?? "string"),
        ]),
      ),
    };
  }

  /** The attributes of a type, of its groups, and of the types that it extends. */
  function attributesOf(type: Json, seen: Set<Json>): [name: string, node: Json][] {
    const base = byName.get(localName(textOf(extensionOf(type)?.["@base"]) ?? ""));
    const before = base && !seen.has(base) ? attributesOf(base, seen.add(base)) : [];
    return [...before, ...ownAttributes(type, seen)];
  }

  function ownAttributes(node: Json, seen: Set<Json>): [name: string, node: Json][] {
    return [
      ...all(node, "attribute").flatMap((attribute): [string, Json][] => {
        // Other references name attributes with a prefix, which callers cannot declare.
        const name = textOf(attribute["@name"]) ?? /^xml:.+/.exec(textOf(attribute["@ref"]) ?? "")?.[0];
        return name === undefined || attribute["@use"] === "prohibited" ? [] : [[name, attribute]];
      }),
      ...all(node, "attributeGroup").flatMap((reference) => {
        const group = groups.get(localName(textOf(reference["@ref"]) ?? ""));
        return group && !seen.has(group) ? ownAttributes(group, seen.add(group)) : [];
      }),
      ...["simpleContent", "complexContent", "extension", "restriction"]
        .flatMap((tag) => all(node, tag))
        .flatMap((inner) => ownAttributes(inner, seen)),
    ];
  }

  /** The type of the text of an element that has attributes only. */
  function textTypeOf(type: Json, seen: Set<Json>): string | undefined {
    const content = one(type, "simpleContent");
    const reference = textOf((one(content, "extension") ?? one(content, "restriction"))?.["@base"]);
    if (reference === undefined) return undefined;
    const base = byName.get(localName(reference));
    return base && !seen.has(base) ? textTypeOf(base, seen.add(base)) : reference;
  }

  /** The fields of the types that a type extends; one that extends itself adds nothing. */
  function inherited(type: Json, seen: Set<Json>): XsdField[] {
    const base = byName.get(localName(textOf(extensionOf(type)?.["@base"]) ?? ""));
    if (!base || seen.has(base)) return [];
    return [...inherited(base, seen.add(base)), ...xsdFields(base)];
  }

  function propertyOf({ node, isList }: XsdField, seen: Set<Json>): Json {
    const inline = one(node, "complexType");
    const isWithinItself = inline !== undefined && seen.has(inline);
    const type = inline
      ? { type: "object", ...(!isWithinItself && { properties: propertiesOf(inline, new Set([...seen, inline])) }) }
      : typeOf(textOf(node["@type"]) ?? textOf(node["@ref"]) ?? (one(node, "simpleType") ? "string" : "unknown"));
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

const GROUPS = ["sequence", "all", "choice", "complexContent", "extension", "restriction"];

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
export const extensionOf = (type: Json): Json | undefined =>
  one(one(type, "complexContent") ?? one(type, "simpleContent"), "extension");

/** The type of an XML Schema name in a model; `known` are the names of models. */
export function typeNamed(reference: string, known: Readonly<Record<string, unknown>>): Json {
  const name = localName(reference);
  return { ...(dataTypeOfXsd(name)?.swagger ?? { type: Object.hasOwn(known, name) ? name : "string" }) };
}

const named = (schema: Json, tag: string): string[] =>
  all(schema, tag).flatMap(({ "@name": name }) => textOf(name) ?? []);
