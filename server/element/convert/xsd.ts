import { dataTypeOfXsd } from "../data-types/registry.ts";
import { type Json, refusedDocument, textOf } from "./conversion.ts";
import { all, localName, one } from "./xml-nodes.ts";
import { type XsdField, xsdFields, xsdGroups } from "./xsd-groups.ts";
import { facetsOf, typedValue, xsdSimpleTypes } from "./xsd-simple-types.ts";

const MOST_FIELDS = 100_000;

/**
 * Models of the elements and complex types of XML schemas, by their names (spec §2.9). What they cannot have is in
 * `xsdProblems`.
 */
export function xsdModels(schemas: readonly Json[]): Record<string, Json> {
  const simple = xsdSimpleTypes(schemas);
  const complex = schemas.flatMap((schema) => all(schema, "complexType"));
  const elements = schemas.flatMap((schema) => all(schema, "element"));
  const byName = new Map(complex.map((type) => [textOf(type["@name"]), type]));
  const attributes = xsdAttributes(schemas);
  const groups = xsdGroups(schemas);
  const names = new Set([...complex, ...elements].flatMap(({ "@name": name }) => textOf(name) ?? []));
  const models: Record<string, Json> = {};
  let fields = 0;
  for (const definition of [...complex, ...elements]) {
    const name = textOf(definition["@name"]);
    if (name === undefined || Object.hasOwn(models, name)) continue;
    const [inner = definition] = all(definition, "complexType");
    const properties = propertiesOf(inner, new Set([inner]));
    const own = one(definition, "simpleType");
    const type = textOf(definition["@type"]);
    models[name] =
      Object.keys(properties).length > 0
        ? { id: name, properties }
        : own
          ? { id: name, ...simple.typeOf(own) }
          : type !== undefined && localName(type) !== name
            ? { id: name, ...typeOf(type) }
            : { id: name, properties };
  }
  return models;

  /** Attributes are fields with `@` in front; text beside them is `#text`, as in the XML codec. */
  function propertiesOf(type: Json, seen: Set<Json>): Json {
    const inner = [...inherited(type, new Set(seen)), ...xsdFields(type, groups)];
    const ofText = textTypeOf(type, new Set(seen));
    const own = attributesOf(type, new Set(seen)).filter(([, { "@use": use }]) => use !== "prohibited");
    fields += inner.length + own.length;
    if (fields > MOST_FIELDS)
      throw refusedDocument("types", `has schemas of more than ${MOST_FIELDS} fields. Split it.`);
    return {
      ...(ofText && { "#text": ofText }),
      ...Object.fromEntries(inner.map((field) => [field.name, propertyOf(field, seen)])),
      ...Object.fromEntries(own.map(([name, node]) => [`@${name}`, valueTypeOf(node, "string")])),
    };
  }

  /** The attributes of a type, of its groups, and of the types that it derives from; each name once. */
  function attributesOf(type: Json, seen: Set<Json>): [name: string, node: Json][] {
    const base = byName.get(localName(textOf(derivationOf(type)?.["@base"]) ?? ""));
    const before = base && !seen.has(base) ? attributesOf(base, seen.add(base)) : [];
    return [...new Map([...before, ...attributes.of(type, seen)])];
  }

  /** The text of an element that has attributes, or elements between texts. */
  function textTypeOf(type: Json, seen: Set<Json>): Json | undefined {
    const content = one(type, "simpleContent");
    const derivation = one(content, "extension") ?? one(content, "restriction");
    const reference = textOf(derivation?.["@base"]);
    const isMixed = [type, one(type, "complexContent")].some((node) => isTrue(node?.["@mixed"]));
    if (!derivation || reference === undefined) return isMixed ? { type: "string" } : undefined;
    const base = byName.get(localName(reference));
    const text = base ? !seen.has(base) && textTypeOf(base, seen.add(base)) : typeOf(reference);
    return text ? { ...text, ...facetsOf(derivation, text).facets } : undefined;
  }

  /** The fields of the types that a type extends; one that extends itself adds nothing. */
  function inherited(type: Json, seen: Set<Json>): XsdField[] {
    const base = byName.get(localName(textOf(extensionOf(type)?.["@base"]) ?? ""));
    if (!base || seen.has(base)) return [];
    return [...inherited(base, seen.add(base)), ...xsdFields(base, groups)];
  }

  function propertyOf({ node, isList }: XsdField, seen: Set<Json>): Json {
    const inline = one(node, "complexType");
    const isWithinItself = inline !== undefined && seen.has(inline);
    const type = inline
      ? { type: "object", ...(!isWithinItself && { properties: propertiesOf(inline, new Set([...seen, inline])) }) }
      : valueTypeOf(node, "unknown");
    const nullable = { ...type, ...(isTrue(node["@nillable"]) && { "x-nullable": true }) };
    return isList ? { type: "array", items: nullable } : nullable;
  }

  /** The type of an element or attribute, with the value that it usually or always has. */
  function valueTypeOf(node: Json, standard: string): Json {
    const own = one(node, "simpleType");
    const type = own ? simple.typeOf(own) : typeOf(textOf(node["@type"]) ?? textOf(node["@ref"]) ?? standard);
    const [always] = typedValue(node["@fixed"], type);
    const [usually] = typedValue(node["@default"], type);
    return {
      ...type,
      ...(always !== undefined && { enum: [always] }),
      ...(usually !== undefined && { default: usually }),
    };
  }

  function typeOf(reference: string): Json {
    const name = localName(reference);
    const known = dataTypeOfXsd(name)?.swagger ?? simple.named(name);
    if (known) return { ...known };
    if (name === "anyType" || name === "unknown") return { type: "unknown" };
    return names.has(name) ? { type: name } : { type: "string" };
  }
}

/** The attributes of types, by the groups and schemas that declare them. */
export function xsdAttributes(schemas: readonly Json[]) {
  const groupNodes = schemas.flatMap((schema) => all(schema, "attributeGroup"));
  const groups = new Map(groupNodes.map((group) => [textOf(group["@name"]), group]));
  const plain = schemas.filter((schema) => textOf(schema["@targetNamespace"]) === undefined);
  const declared = new Map(plain.flatMap((schema) => all(schema, "attribute")).map((node) => [node["@name"], node]));
  return { of, named };

  function of(node: Json, seen: Set<Json>): [name: string, node: Json][] {
    return [
      ...all(node, "attribute").flatMap((attribute) => named(attribute) ?? []),
      ...all(node, "attributeGroup").flatMap((reference) => {
        const group = groups.get(localName(textOf(reference["@ref"]) ?? ""));
        return group && !seen.has(group) ? of(group, seen.add(group)) : [];
      }),
      ...["simpleContent", "complexContent", "extension", "restriction"]
        .flatMap((tag) => all(node, tag))
        .flatMap((inner) => of(inner, seen)),
    ];
  }

  /** Undefined for a reference to an attribute with a namespace, whose prefix callers cannot declare. */
  function named(attribute: Json): [name: string, node: Json][] | undefined {
    const own = textOf(attribute["@name"]);
    if (own !== undefined) return [[own, attribute]];
    const reference = textOf(attribute["@ref"]) ?? "";
    if (/^xml:.+/.test(reference)) return [[reference, { "@use": attribute["@use"] }]];
    const global = declared.get(reference);
    return global && [[reference, { ...global, ...attribute, "@ref": undefined }]];
  }
}

const isTrue = (value: unknown) => value === "true" || value === "1";

/** The extension by which a type adds to another. */
export const extensionOf = (type: Json): Json | undefined =>
  one(one(type, "complexContent") ?? one(type, "simpleContent"), "extension");

/** The extension or restriction by which a type derives from another. */
const derivationOf = (type: Json): Json | undefined =>
  extensionOf(type) ?? one(one(type, "complexContent") ?? one(type, "simpleContent"), "restriction");

/** The type of an XML Schema name in a model; `known` are the names of models. */
export function typeNamed(reference: string, known: Readonly<Record<string, unknown>>): Json {
  const name = localName(reference);
  return { ...(dataTypeOfXsd(name)?.swagger ?? { type: Object.hasOwn(known, name) ? name : "string" }) };
}
