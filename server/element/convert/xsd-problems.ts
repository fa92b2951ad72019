import { dataTypeOfXsd } from "../data-types/registry.ts";
import { isObject, type Json, type Problem, textOf } from "./conversion.ts";
import { all, localName, namespaceOf } from "./xml-nodes.ts";
import { xsdAttributes } from "./xsd.ts";
import { facetsOf, xsdSimpleTypes } from "./xsd-simple-types.ts";

const XML_SCHEMA = "http://www.w3.org/2001/XMLSchema";
const XML = "http://www.w3.org/XML/1998/namespace";

/** The nodes around a construct, the nearest first, and the definitions of all schemas. */
type Scene = {
  scopes: readonly Json[];
  has: (tag: string, reference: string) => boolean;
  missingFacets: (restriction: Json) => string[];
  isNamed: (attribute: Json) => boolean;
  namespaces: ReadonlySet<string>;
};

type Rule = (node: Json, scene: Scene) => string | undefined | false;

/** The constructs of XML Schema that lack something in models: a message, if so. Others than in the table are unknown. */
const RULES: Readonly<Record<string, Rule>> = {
  schema: () => undefined,
  ...Object.fromEntries(["sequence", "choice", "all"].map((tag) => [tag, () => undefined])),
  ...Object.fromEntries(["complexContent", "simpleContent", "simpleType"].map((tag) => [tag, () => undefined])),
  list: (node, scene) => missingType(node["@itemType"], scene),
  union: () => undefined,
  element(node, scene) {
    const reference = textOf(node["@ref"]);
    return reference !== undefined && !scene.has("element", reference)
      ? `The element ${reference} is in no schema of this file. The model has a text instead.`
      : missingType(node["@type"], scene);
  },
  attribute(node, scene) {
    const [name = "", reference] = [textOf(node["@name"]), textOf(node["@ref"])];
    if (reference !== undefined)
      return !scene.isNamed(node) && `The attribute ${reference} has a namespace. It is not in the model.`;
    const schema = scene.scopes.find((scope) => "@attributeFormDefault" in scope);
    const isQualified = (node["@form"] ?? schema?.["@attributeFormDefault"]) === "qualified";
    return isQualified
      ? `The attribute ${name} has a namespace. The model has it without one.`
      : missingType(node["@type"], scene);
  },
  group: missing("group"),
  attributeGroup: missing("attributeGroup"),
  any: () => "Elements of any name are allowed here. They are not in the model.",
  anyAttribute: () => "Attributes of any name are allowed here. They are not in the model.",
  complexType: ({ "@abstract": isAbstract }) =>
    (isAbstract === "true" || isAbstract === "1") &&
    "The type is abstract. Where it is used, models do not have the fields of the types that extend it.",
  extension: (node, scene) => missingType(node["@base"], scene),
  restriction(node, scene) {
    const facets = scene.missingFacets(node);
    const limits = facets.length > 0 && `The limits of values by ${facets.join(", ")} are not in the model.`;
    return missingType(node["@base"], scene) ?? limits;
  },
  import({ "@namespace": namespace = "", "@schemaLocation": location }, { namespaces }) {
    const name = String(namespace);
    if (name === XML || name === XML_SCHEMA || namespaces.has(name)) return undefined;
    return `The schema ${[name, location].filter(Boolean).join(" at ")} is not in this file. Bundle it into the file.`;
  },
  ...Object.fromEntries(
    ["include", "redefine", "override"].map((tag): [string, Rule] => [
      tag,
      ({ "@schemaLocation": location }) => `The schema at ${location} is not in this file. Bundle it into the file.`,
    ]),
  ),
};

/** They say nothing about the fields of messages, or only together with the restriction around them. */
const OTHERS = new Set([
  ...["annotation", "notation", "key", "keyref", "unique", "enumeration", "pattern", "whiteSpace"],
  ...["length", "minLength", "maxLength", "minInclusive", "maxInclusive", "minExclusive", "maxExclusive"],
  ...["totalDigits", "fractionDigits"],
]);

function missing(tag: string): Rule {
  return (node, { has }) => {
    const reference = textOf(node["@ref"]);
    return (
      reference !== undefined &&
      !has(tag, reference) &&
      `The group ${reference} is in no schema of this file. Its fields are not in the model.`
    );
  };
}

function missingType(reference: unknown, { scopes, has }: Scene): string | undefined {
  const name = textOf(reference);
  if (name === undefined || namespaceOf(name, scopes) === XML_SCHEMA) return undefined;
  if (dataTypeOfXsd(localName(name)) || has("complexType", name) || has("simpleType", name)) return undefined;
  return `The type ${name} is in no schema of this file. The model has a text instead.`;
}

/**
 * The constructs of a document's XML schemas that `xsdModels` does not represent, with their places: `types.Order.note`
 * for an element of a type.
 */
export function xsdProblems(root: Json, schemas: readonly Json[]): Problem[] {
  const declared = new Set<string>();
  for (const schema of schemas)
    for (const tag of ["element", "complexType", "simpleType", "group", "attributeGroup"])
      for (const node of all(schema, tag)) declared.add(`${tag} ${node["@name"]}`);
  const simple = xsdSimpleTypes(schemas);
  const attributes = xsdAttributes(schemas);
  const given: Omit<Scene, "scopes"> = {
    has: (tag, reference) => declared.has(`${tag} ${localName(reference)}`),
    missingFacets(restriction) {
      const base = localName(textOf(restriction["@base"]) ?? "");
      const type = simple.named(base) ?? dataTypeOfXsd(base)?.swagger ?? { type: "string" };
      return facetsOf(restriction, type).missing;
    },
    isNamed: (attribute) => attributes.named(attribute) !== undefined,
    namespaces: new Set(schemas.map((schema) => textOf(schema["@targetNamespace"]) ?? "")),
  };
  const problems = new Map<string, Problem>();
  for (const schema of schemas) visit("schema", schema, [root], ["types"]);
  return [...problems.values()];

  function visit(tag: string, node: Json, scopes: readonly Json[], path: readonly string[]): void {
    const name = textOf(node["@name"]);
    const place = name === undefined ? path : [...path, name];
    const rule = Object.hasOwn(RULES, tag) ? RULES[tag] : unknown(tag);
    const message = !OTHERS.has(tag) && rule?.(node, { ...given, scopes: [node, ...scopes] });
    if (message) problems.set(`${place.join(".")} ${message}`, { place: place.join("."), message });
    if (OTHERS.has(tag)) return;
    for (const [child, value] of Object.entries(node)) {
      if (child.startsWith("@") || child === "#text") continue;
      // An element without attributes and content is a text.
      for (const each of Array.isArray(value) ? value : [value])
        visit(localName(child), isObject(each) ? each : {}, [node, ...scopes], place);
    }
  }
}

const unknown =
  (tag: string): Rule =>
  () =>
    `The construct xs:${tag} is not supported. It is not in the model.`;
