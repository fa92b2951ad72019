import { DEFAULT_AUTH } from "../auth/registry.ts";
import { keyOf } from "../key-of.ts";
import { body } from "../parameters/body.ts";
import { header } from "../parameters/header.ts";
import { noOp } from "../parameters/no-op.ts";
import { value as literal } from "../parameters/value.ts";
import { DEFAULT_RESOURCE_TYPE } from "../resource-types/registry.ts";
import {
  type Conversion,
  isObject,
  type Json,
  type Problem,
  refusedDocument,
  requireFewResources,
  textOf,
} from "./conversion.ts";
import { defineFormat } from "./format.ts";
import { withBase } from "./servers.ts";
import { HEADER_FIELD, soapHooks } from "./soap-hooks.ts";
import { type SoapHeader, soapHeaders, soapMessage } from "./soap-message.ts";
import { type SoapPort, soapPort } from "./soap-port.ts";
import { listsIn, namespacesIn } from "./soap-tables.ts";
import { soapTypes } from "./soap-types.ts";
import { all, localName, one } from "./xml-nodes.ts";
import { typeNamed, xsdModels } from "./xsd.ts";
import { xsdProblems } from "./xsd-problems.ts";

/**
 * An unsaved element from a WSDL 1.1 document, read as our XML codec reads it: a POST resource per operation, whose
 * hooks put the body into a SOAP envelope and take the reply out of it. Its name is that of the service or the document.
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
  const { service, address, binding, portType, version } = soapPort(root);
  const described = all(binding, "operation");
  requireFewResources(described);
  const schemas = all(one(root, "types"), "schema");
  const models = xsdModels(schemas);
  const types = soapTypes(root, schemas);
  const fits = withinBytes(MOST_TABLE_BYTES);
  const scene = { root, types, namespace };
  const paths = new Set<string>();
  const converted = described.map((operation) => {
    const name = textOf(operation["@name"]) ?? "operation";
    const abstract = abstractOf(operation, { binding, portType });
    const path = free(`/${name}`, paths);
    paths.add(path);
    const messageOf = (side: "input" | "output", standard: string) =>
      soapMessage(scene, { abstract: one(abstract, side), concrete: one(operation, side), standard });
    const request = messageOf("input", name);
    const reply = messageOf("output", `${name}Response`);
    const { headers, missing } = soapHeaders(scene, one(operation, "input"));
    const unread = soapHeaders(scene, one(operation, "output")).headers;
    const namespaces = fits(namespacesIn(types, [request, ...headers]));
    const lists = fits(listsIn(types, reply));
    const action = textOf(one(operation, "operation")?.["@soapAction"]) ?? "";
    const problems: Problem[] = [
      ...(namespaces === undefined || lists === undefined ? [tooLarge(name)] : []),
      ...request.others.map((part) => ({ place: name, message: `The part ${part} of the message is not sent.` })),
      ...missing.map((part) => ({
        place: name,
        message: `The header ${part} is in no message, or twice. It is not sent.`,
      })),
      ...unread.map((header) => ({
        place: name,
        message: `The header ${header.name} of the response is not returned.`,
      })),
    ];
    const model = requestModel(name, request.name, { headers, models });
    const resource = {
      path,
      vendorPath: "",
      method: "POST",
      vendorMethod: "POST",
      type: DEFAULT_RESOURCE_TYPE.type,
      kind: "eb",
      description: descriptionOf(abstract) ?? name,
      operationId: path.slice(1),
      parameters: [
        ...Object.entries(version.headers(action)).map(([header, text]) => value(text, header)),
        bodyOf(model.requestName),
      ],
      hooks: soapHooks({ version, request, headers, namespaces: namespaces ?? null, lists: lists ?? {} }),
      model: {
        name: reply.name,
        swagger: { [reply.name]: models[reply.name] ?? { id: reply.name, properties: {} }, ...models },
        ...model,
      },
    };
    return { resource, problems };
  });
  const resources = converted.map(({ resource }) => resource);
  if (resources.length === 0)
    throw refusedDocument("", "describes no operations. A WSDL needs a binding; bundle what it imports into one file.");
  const name = textOf(service?.["@name"]) ?? textOf(root["@name"]) ?? namespace;
  const base = withBase(address, [], [], "service");
  const element = {
    name,
    key: keyOf(name) || "converted",
    description: descriptionOf(root) ?? namespace,
    hub: "general",
    authentication: { type: DEFAULT_AUTH.type },
    configuration: base.configuration,
    parameters: [],
    hooks: [],
    resources,
    objects: [],
  };
  const operations = converted.map(({ resource, problems }) => ({
    key: `POST ${resource.path}`,
    summary: resource.description,
    problems,
  }));
  const imports = all(root, "import").map(({ "@location": location, "@namespace": of }) => ({
    place: "import",
    message: `The description ${location ?? of} is not in this file. Bundle it into the file.`,
  }));
  const problems = [...base.problems, ...imports, ...xsdProblems(root, schemas)];
  return { element, operations, problems, authentications: [] };
}

/** The model of a request: that of its element, with the headers of the envelope as an object. */
function requestModel(
  operation: string,
  element: string,
  { headers, models }: { headers: readonly SoapHeader[]; models: Record<string, Json> },
) {
  const own = models[element] ?? { id: element, properties: {} };
  if (headers.length === 0) return { requestName: element, requestSwagger: { [element]: own, ...models } };
  const names = new Set(Object.keys(models));
  const [requestName, header] = [free(`${operation}Request`, names), free(`${operation}Header`, names)];
  const fields = headers.map(({ name, reference }) => [name, typeNamed(reference, models)]);
  return {
    requestName,
    requestSwagger: {
      ...models,
      [requestName]: {
        ...{ ...own, id: requestName },
        properties: { ...(isObject(own.properties) ? own.properties : {}), [HEADER_FIELD]: { type: header } },
      },
      [header]: { id: header, properties: Object.fromEntries(fields) },
    },
  };
}

/** The operation of the port type: of overloaded ones that with the same input, or in the same position. */
function abstractOf(operation: Json, { binding, portType }: Pick<SoapPort, "binding" | "portType">): Json | undefined {
  const isNamesake = (other: Json) => other["@name"] === operation["@name"];
  const candidates = all(portType, "operation").filter(isNamesake);
  const input = one(operation, "input")?.["@name"];
  const sameInput = candidates.find((other) => input !== undefined && one(other, "input")?.["@name"] === input);
  const position = all(binding, "operation").filter(isNamesake).indexOf(operation);
  return sameInput ?? candidates[position] ?? candidates[0];
}

function free(name: string, taken: ReadonlySet<string>): string {
  let own = name;
  for (let count = 2; taken.has(own); count++) own = `${name}-${count}`;
  return own;
}

const MOST_TABLE_BYTES = 2 * 1024 * 1024;

const tooLarge = (operation: string): Problem => ({
  place: operation,
  message:
    "has too many types. The hooks do not know which fields are lists or have another namespace; add it to them where needed.",
});

/** Passes values on until together they are too large; from then on undefined. */
function withinBytes(most: number) {
  let room = most;
  return <Value>(value: Value): Value | undefined => {
    if (value !== undefined) room -= JSON.stringify(value).length;
    return room < 0 ? undefined : value;
  };
}

const bodyOf = (model: string) => ({
  name: "body",
  type: body.type,
  vendorName: "body",
  vendorType: noOp.type,
  source: "request",
  required: true,
  dataType: model,
  model,
});

const value = (name: string, vendorName: string) => ({
  name,
  type: literal.type,
  vendorName,
  vendorType: header.type,
  source: "request",
  required: true,
});

/** The documentation of a definition, if it is nothing but text. */
const descriptionOf = (node: Json | undefined): string | undefined =>
  textOf(Object.entries(node ?? {}).find(([tag]) => localName(tag) === "documentation")?.[1]);
