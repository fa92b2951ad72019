import { type Json, textOf } from "./conversion.ts";
import { all, localName, namespaceOf, one } from "./xml-nodes.ts";
import { extensionOf } from "./xsd.ts";
import { type XsdField, xsdFields, xsdGroups } from "./xsd-groups.ts";

/** A definition, and the schema that decides about its namespace. */
export type Declared = { node: Json; schema: Json };

export type SoapField = {
  name: string;
  namespace: string;
  isList: boolean;
  /** It can be null. */
  isNillable: boolean;
  type: Declared | undefined;
};

/** The element of a message; `isQualified` if its fields usually have its namespace, by its schema. */
export type SoapElement = {
  name: string;
  namespace: string;
  isQualified: boolean;
  type: Declared | undefined;
};

export type SoapTypes = ReturnType<typeof soapTypes>;

/** Reads elements with their namespaces from the schemas of a WSDL: each has that of the schema that declares it. */
export function soapTypes(root: Json, schemas: readonly Json[]) {
  const elements = indexOf("element");
  const types = indexOf("complexType");
  const groups = xsdGroups(schemas);
  const known = new Map<Json, SoapField[]>();
  return { element, ofParts, fieldsOf };

  /** The element that a part of a message names; undefined if no schema declares it. */
  function element(reference: string, scopes: readonly unknown[]): SoapElement | undefined {
    const declared = find(elements, reference, scopes);
    return (
      declared && {
        name: localName(reference),
        namespace: targetOf(declared.schema),
        isQualified: declared.schema["@elementFormDefault"] === "qualified",
        type: typeOf(declared),
      }
    );
  }

  /** The wrapper of an RPC message, whose parts have no namespace. */
  function ofParts(name: string, namespace: string, parts: readonly Json[]): SoapElement {
    return { name, namespace, isQualified: false, type: { node: { element: parts }, schema: {} } };
  }

  function fieldsOf(type: Declared): SoapField[] {
    const before = known.get(type.node);
    if (before) return before;
    // A type that extends itself adds nothing.
    known.set(type.node, []);
    const extension = extensionOf(type.node);
    const base = find(types, textOf(extension?.["@base"]) ?? "", [extension, type.schema, root]);
    const fields = [
      ...(base ? fieldsOf(base) : []),
      ...xsdFields(type.node, groups).map((field) => fieldOf(field, field.schema ?? type.schema)),
    ];
    known.set(type.node, fields);
    return fields;
  }

  function fieldOf({ name, node, isList, isOfSchema }: XsdField, schema: Json): SoapField {
    const reference = textOf(node["@ref"]);
    const declared = reference === undefined ? undefined : find(elements, reference, [node, schema, root]);
    const isNillable = isTrue((declared?.node ?? node)["@nillable"]);
    if (declared) return { name, isList, isNillable, namespace: targetOf(declared.schema), type: typeOf(declared) };
    const isOfNamespace = isOfSchema || reference !== undefined;
    const isQualified = isOfNamespace || (node["@form"] ?? schema["@elementFormDefault"]) === "qualified";
    const namespace = isQualified ? targetOf(schema) : "";
    return { name, isList, isNillable, namespace, type: typeOf({ node, schema }) };
  }

  function typeOf({ node, schema }: Declared): Declared | undefined {
    const inner = one(node, "complexType");
    if (inner) return { node: inner, schema };
    const reference = textOf(node["@type"]);
    return reference === undefined ? undefined : find(types, reference, [node, schema, root]);
  }

  function find(among: ReadonlyMap<string, Declared>, reference: string, scopes: readonly unknown[]) {
    const name = localName(reference);
    const namespace = namespaceOf(reference, scopes) ?? "";
    if (namespace === XML_SCHEMA) return undefined;
    return among.get(`${namespace} ${name}`) ?? among.get(name);
  }

  /** By namespace and name, and by name alone for references whose prefix is not declared. */
  function indexOf(tag: string): Map<string, Declared> {
    const index = new Map<string, Declared>();
    for (const schema of schemas)
      for (const node of all(schema, tag)) {
        const name = String(node["@name"]);
        for (const key of [`${targetOf(schema)} ${name}`, name]) if (!index.has(key)) index.set(key, { node, schema });
      }
    return index;
  }
}

const XML_SCHEMA = "http://www.w3.org/2001/XMLSchema";

const isTrue = (value: unknown) => value === "true" || value === "1";

const targetOf = (schema: Json): string => textOf(schema["@targetNamespace"]) ?? "";
