import { dataTypeOfXsd } from "../data-types/registry.ts";
import { isObject, type Json, textOf } from "./conversion.ts";

/** `tns:Contact` as `Contact`. */
export const localName = (name: string): string => name.slice(name.lastIndexOf(":") + 1);

/** Models of the elements and complex types of XML schemas, by their names (spec §2.9). */
export function xsdModels(schemas: readonly Json[]): Record<string, Json> {
  const simple = new Set(schemas.flatMap((schema) => named(schema, "simpleType")));
  const complex = schemas.flatMap((schema) => children(schema, "complexType"));
  const elements = schemas.flatMap((schema) => children(schema, "element"));
  const names = new Set([...complex, ...elements].flatMap(({ "@name": name }) => textOf(name) ?? []));
  const models: Record<string, Json> = {};
  for (const definition of [...complex, ...elements]) {
    const name = textOf(definition["@name"]);
    if (name === undefined || Object.hasOwn(models, name)) continue;
    const [inner = definition] = children(definition, "complexType");
    const fields = fieldsIn(inner);
    const type = textOf(definition["@type"]);
    models[name] =
      fields.length === 0 && type !== undefined && localName(type) !== name
        ? { id: name, ...typeOf(type) }
        : { id: name, properties: Object.fromEntries(fields.map((field) => [field.name, propertyOf(field.node)])) };
  }
  return models;

  function propertyOf(node: Json): Json {
    const type = typeOf(textOf(node["@type"]) ?? textOf(node["@ref"]) ?? "unknown");
    const many = node["@maxOccurs"];
    return many !== undefined && String(many) !== "1" && String(many) !== "0" ? { type: "array", items: type } : type;
  }

  function typeOf(reference: string): Json {
    const name = localName(reference);
    const known = dataTypeOfXsd(name)?.swagger;
    if (known) return { ...known };
    if (name === "anyType" || name === "unknown") return { type: "unknown" };
    return names.has(name) && !simple.has(name) ? { type: name } : { type: "string" };
  }
}

/** The elements of a sequence, choice or all, at any depth. */
function fieldsIn(type: Json): { name: string; node: Json }[] {
  const groups = ["sequence", "all", "choice", "complexContent", "extension"].flatMap((tag) => children(type, tag));
  return [
    ...children(type, "element").flatMap((node) => {
      const name = textOf(node["@name"]) ?? localName(textOf(node["@ref"]) ?? "");
      return name === "" ? [] : [{ name, node }];
    }),
    ...groups.flatMap(fieldsIn),
  ];
}

const named = (schema: Json, tag: string): string[] =>
  children(schema, tag).flatMap(({ "@name": name }) => textOf(name) ?? []);

function children(node: Json, tag: string): Json[] {
  return Object.entries(node).flatMap(([name, child]) =>
    localName(name) === tag && !name.startsWith("@") ? (Array.isArray(child) ? child : [child]).filter(isObject) : [],
  );
}
