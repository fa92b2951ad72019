import { DEFAULT_AUTH } from "../auth/registry.ts";
import { body } from "../parameters/body.ts";
import { header } from "../parameters/header.ts";
import { noOp } from "../parameters/no-op.ts";
import { value as literal } from "../parameters/value.ts";
import { DEFAULT_RESOURCE_TYPE } from "../resource-types/registry.ts";
import { keyOf } from "../shape.ts";
import {
  type Conversion,
  configurationEntry,
  isObject,
  type Json,
  refusedDocument,
  requireFewResources,
  textOf,
} from "./conversion.ts";
import { defineFormat } from "./format.ts";
import { soapHooks } from "./soap-hooks.ts";
import { localName, xsdModels } from "./xsd.ts";

/**
 * An unsaved element from a WSDL 1.1 document, read as our XML codec reads it: a POST resource per operation, whose
 * hooks put the body into a SOAP envelope and take the reply out of it. Its name is the target namespace.
 *
 * Refuses (badRequest) what is no WSDL 1.1, and none or more than 2,000 operations.
 */
export const wsdl = defineFormat({
  type: "wsdl",
  label: "WSDL 1.1",
  otherName: "soap",
  isOf: ({ syntax }) => syntax === "xml",
  convert: ({ document }) => convertWsdl(document),
});

function convertWsdl(document: unknown): Conversion {
  const root = one(document, "definitions");
  const namespace = textOf(root?.["@targetNamespace"]);
  if (!root || !namespace) throw refusedDocument("", "is no WSDL 1.1: it has no definitions with a targetNamespace.");
  const service = one(root, "service");
  const port = one(service, "port");
  const address = textOf(one(port, "address")?.["@location"]) ?? "";
  const binding = named(root, "binding", port?.["@binding"]) ?? one(root, "binding");
  const portType = named(root, "portType", binding?.["@type"]) ?? one(root, "portType");
  const schemas = all(one(root, "types"), "schema");
  const models = xsdModels(schemas);
  const isQualified = schemas.some((schema) => schema["@elementFormDefault"] === "qualified");
  const resources = all(binding, "operation").map((operation) => {
    const name = textOf(operation["@name"]) ?? "operation";
    const abstract = all(portType, "operation").find((candidate) => candidate["@name"] === name);
    const modelIn = (side: "input" | "output") =>
      modelOf(root, one(abstract, side), `${name}${side === "input" ? "" : "Response"}`);
    const request = modelIn("input");
    const reply = modelIn("output");
    const soapAction = textOf(one(operation, "operation")?.["@soapAction"]) ?? "";
    return {
      path: `/${name}`,
      vendorPath: "",
      method: "POST",
      vendorMethod: "POST",
      type: DEFAULT_RESOURCE_TYPE.type,
      kind: "eb",
      description: textOf(one(abstract, "documentation")) ?? name,
      operationId: name,
      parameters: [
        value("text/xml; charset=utf-8", "Content-Type"),
        value("text/xml", "Accept"),
        value(`"${soapAction}"`, "SOAPAction"),
        {
          name: "body",
          type: body.type,
          vendorName: "body",
          vendorType: noOp.type,
          source: "request",
          required: true,
          dataType: request,
          model: request,
        },
      ],
      hooks: soapHooks({ operation: request, namespace, isQualified }),
      model: {
        name: reply,
        swagger: { [reply]: models[reply] ?? { id: reply, properties: {} }, ...models },
        requestName: request,
        requestSwagger: { [request]: models[request] ?? { id: request, properties: {} }, ...models },
      },
    };
  });
  if (resources.length === 0)
    throw refusedDocument("", "describes no operations. A WSDL needs a binding; bundle what it imports into one file.");
  requireFewResources(resources);
  const element = {
    name: namespace,
    key: keyOf(textOf(service?.["@name"]) ?? namespace) || "converted",
    description: textOf(one(root, "documentation")) ?? namespace,
    hub: "general",
    authentication: { type: DEFAULT_AUTH.type },
    configuration: [configurationEntry("base.url", "Base URL", address)],
    parameters: [],
    hooks: [],
    resources,
    objects: [],
  };
  const operations = resources.map((resource) => ({
    key: `POST ${resource.path}`,
    summary: resource.description,
    problems: [],
  }));
  return { element, operations, problems: address === "" ? [NO_ADDRESS] : [], authentications: [] };
}

const NO_ADDRESS = { place: "service", message: "names no address. Set base.url." };

/** The element in an operation's message, or with RPC the operation itself. */
function modelOf(root: Json, side: Json | undefined, standard: string): string {
  const message = named(root, "message", side?.["@message"]);
  const element = textOf(one(message, "part")?.["@element"]);
  return element === undefined ? standard : localName(element);
}

const value = (name: string, vendorName: string) => ({
  name,
  type: literal.type,
  vendorName,
  vendorType: header.type,
  source: "request",
  required: true,
});

/** Children by their name without the prefix. */
function all(node: unknown, name: string): Json[] {
  if (!isObject(node)) return [];
  return Object.entries(node).flatMap(([tag, child]) =>
    localName(tag) === name ? (Array.isArray(child) ? child : [child]).filter(isObject) : [],
  );
}

/** The first such child; text alone counts as well. */
function one(node: unknown, name: string): Json | undefined;
function one(node: unknown, name: "documentation"): unknown;
function one(node: unknown, name: string): unknown {
  if (name !== "documentation" || !isObject(node)) return all(node, name)[0];
  return Object.entries(node).find(([tag]) => localName(tag) === name)?.[1];
}

const named = (root: Json, tag: string, reference: unknown): Json | undefined =>
  all(root, tag).find((candidate) => candidate["@name"] === localName(textOf(reference) ?? ""));
