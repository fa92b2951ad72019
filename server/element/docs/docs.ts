import { vendorNameIn } from "../automatic/objects.ts";
import { changingResources, deletingResources } from "../changes-something.ts";
import { dataTypeNamed } from "../data-types/registry.ts";
import type { Place, SwaggerPlace } from "../parameters/place.ts";
import { PLACES } from "../parameters/registry.ts";
import { addressOf, withoutHub } from "../resource-path.ts";
import { isDocumented } from "../resource-types/registry.ts";
import type { Element, Parameter, Resource } from "../shape.ts";
import { createDefinitions, type Refer } from "./docs-definitions.ts";
import { parameterSchema, pointer, referencesIn } from "./docs-schema.ts";
import { operationIdOf } from "./operation-id.ts";
import { type SwaggerAddress, swaggerAddress } from "./swagger-address.ts";

type Json = Record<string, unknown>;
export type Operation = Json & { operationId: string };

/** Marks the GET of an element that changes something. */
const CHANGES = "x-changes-something";

/** Marks an operation that deletes something although its method is another one than DELETE. */
const DELETES = "x-deletes-something";

type Marked = Readonly<Record<string, unknown>>;

/** Whether an operation of this method deletes something, which is confirmed first. */
export const isDeletion = (method: string, operation: Marked): boolean =>
  method.toUpperCase() === "DELETE" || operation[DELETES] === true;

/** Whether an operation of this method changes something; callers who may only read are refused. */
export const isChange = (method: string, operation: Marked): boolean =>
  method.toUpperCase() !== "GET" || operation[CHANGES] === true;

/** The part of a Swagger 2.0 document that elements need. */
export type ElementDocs = SwaggerAddress & {
  swagger: "2.0";
  info: { title: string; version: string; description: string };
  basePath: string;
  consumes: string[];
  produces: string[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  definitions: Record<string, Json>;
};

/** The documented resources: not the hidden ones, nor those that run automatically. */
export const documentedResources = <R extends Resource>({ resources }: { resources: readonly R[] }): R[] =>
  resources.filter(isDocumented);

/** The Swagger 2.0 document of an element; for an instance, with its account's additions. */
export function elementDocs(
  element: Pick<Element, "name" | "description" | "hub" | "resources" | "objects"> & {
    key: string;
    protocolType?: unknown;
  },
  publicUrl: string,
): ElementDocs {
  const { definitions, adopt } = createDefinitions();
  const paths: ElementDocs["paths"] = {};
  const pathOf = new Map<string, string>();
  const [changing, deleting] = [changingResources(element), deletingResources(element)];
  const taken = new Set<string>();
  for (const resource of documentedResources(element)) {
    const path = withoutHub(resource.path).replace(/(?<=.)\/$/, "");
    // Two paths that differ in the names of their parameters only are one to Swagger: the first gives the names.
    const [, address = path] = addressOf({ method: "GET", path }).split(" ");
    const shown = pathOf.get(address) ?? distinct(path);
    pathOf.set(address, shown);
    const operations = paths[shown] ?? {};
    paths[shown] = operations;
    const { model } = resource;
    const [reply, request] = [adopt(model?.swagger), adopt(model?.requestSwagger)];
    const vendorObject = vendorObjectOf(element, resource);
    for (const name of [reply(model?.name), request(model?.requestName)]) {
      const definition = definitions[name ?? ""];
      if (definition && (definition.type === undefined || definition.type === "object"))
        definitions[name ?? ""] = { "x-vendor-objectname": vendorObject, properties: {}, ...definition };
    }
    operations[resource.method.toLowerCase()] ??= {
      operationId: unique(resource.operationId || operationIdOf({ ...resource, path }), taken),
      tags: [tagOf(path)],
      summary: resource.description ?? "",
      ...(resource.method === "GET" && changing.has(resource) && { [CHANGES]: true }),
      ...(resource.method !== "DELETE" && deleting.has(resource) && { [DELETES]: true }),
      ...describe(resource, namesIn(path), namesIn(shown), { reply, request, vendorObject }),
    };
  }
  const { name, key, description, hub } = element;
  return {
    swagger: "2.0",
    info: { title: key, version: "api-v2", description: description || name },
    ...swaggerAddress(publicUrl),
    basePath: `/elements/api-v2/hubs/${encodeURIComponent(hub)}`,
    consumes: ["application/json"],
    produces: ["application/json"],
    tags: [...new Set(Object.keys(paths).map(tagOf))].map((tag) => ({ name: tag })),
    paths,
    definitions,
  };
}

/** The document with one operation and the definitions it refers to; null for an unknown id. */
export function operationDocs(docs: ElementDocs, operationId: string): ElementDocs | null {
  for (const [path, operations] of Object.entries(docs.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      if (operation.operationId !== operationId) continue;
      return {
        ...docs,
        tags: docs.tags.filter(({ name }) => name === tagOf(path)),
        paths: { [path]: { [method]: operation } },
        definitions: reachable(docs.definitions, operation),
      };
    }
  }
  return null;
}

/** The definitions that one operation refers to; null for an unknown id. */
export const operationDefinitions = (docs: ElementDocs, operationId: string): ElementDocs["definitions"] | null =>
  operationDocs(docs, operationId)?.definitions ?? null;

function reachable(definitions: ElementDocs["definitions"], from: unknown): ElementDocs["definitions"] {
  const found: ElementDocs["definitions"] = {};
  const waiting = referencesIn(from);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const definition = definitions[name];
    if (!definition || found[name]) continue;
    found[name] = definition;
    waiting.push(...referencesIn(definition));
  }
  return found;
}

function describe(
  { parameters, model, response }: Resource,
  names: string[],
  shownNames: string[],
  { reply, request, vendorObject }: { reply: Refer; request: Refer; vendorObject: string },
): Json {
  const own = parameters.filter(({ source }) => source === "request");
  const shownIn = (...places: SwaggerPlace[]) =>
    own.flatMap((parameter) => {
      const place = PLACES[parameter.type].swagger?.(parameter.name);
      return place !== undefined && places.includes(place) ? [{ ...parameter, place }] : [];
    });
  const variables = shownIn("path");
  const inPath = names.map((name, at) => {
    const { description, dataType } = variables.find((other) => other.name === name) ?? {};
    return {
      name: shownNames[at] ?? name,
      in: "path",
      required: true,
      ...about(description),
      ...parameterSchema(dataType),
    };
  });
  const inBody = (part: Place["body"]) => shownIn("body").filter(({ type }) => PLACES[type].body === part);
  const [bodies, bodyFields] = [inBody("whole"), inBody("field")];
  const fields = bodies.length > 0 ? [] : shownIn("formData");
  const replyModel = reply(model?.name);
  const contentType =
    typeof response?.contentType === "string" && response.contentType.includes("/") && response.contentType;
  return {
    ...(fields.length > 0 && { consumes: [fields.some(isFile) ? "multipart/form-data" : FORM] }),
    ...(contentType && { produces: [contentType] }),
    parameters: [
      AUTHORIZATION,
      ...inPath,
      ...once(shownIn("query", "header")).map(described),
      ...bodies.slice(0, 1).map(({ model: named, dataType, required, description, name }) => {
        const requestModel = [named, dataType, model?.requestName, name].map(request).find(Boolean);
        return {
          name: "body",
          in: "body",
          required,
          ...about(description),
          schema: requestModel ? { $ref: pointer(requestModel) } : bodySchema(bodyFields, vendorObject),
        };
      }),
      ...(bodies.length === 0 && fields.length === 0 && bodyFields.length > 0
        ? [
            {
              name: "body",
              in: "body",
              required: bodyFields.some(({ required }) => required),
              schema: bodySchema(bodyFields, vendorObject),
            },
          ]
        : []),
      ...once(fields).map((parameter) => ({
        ...described(parameter),
        ...(isFile(parameter) && { type: "file", format: undefined }),
      })),
    ],
    responses: {
      200: { description: "OK", ...(replyModel && { schema: { $ref: pointer(replyModel) } }) },
      ...ERRORS,
    },
  };
}

/** The provider's name of the object of a resource. */
const vendorObjectOf = ({ objects }: Pick<Element, "objects">, { path, vendorPath }: Resource): string => {
  const name = tagOf(withoutHub(path));
  return objects.find((object) => object.name === name)?.vendorName || vendorNameIn(vendorPath) || name;
};

/** The schema of a body of which only some fields are known. */
function bodySchema(fields: Parameter[], vendorObject: string): Json {
  const properties: Json = {};
  for (const { name, description, dataType } of fields) {
    const path = name.split(".").filter(Boolean);
    let level = properties;
    for (const word of path.slice(0, -1)) {
      const above = (Object.hasOwn(level, word) ? level[word] : undefined) as Json | undefined;
      const object = { type: "object", properties: {}, ...above };
      Object.defineProperty(level, word, { value: object, ...OWN });
      level = object.properties;
    }
    const last = path.at(-1) ?? name;
    Object.defineProperty(level, last, { value: { ...about(description), ...parameterSchema(dataType) }, ...OWN });
  }
  return { type: "object", "x-vendor-objectname": vendorObject, properties };
}

/** A name may be that of a prototype member. */
const OWN = { enumerable: true, configurable: true, writable: true };

const FORM = "application/x-www-form-urlencoded";
const isFile = ({ name, dataType }: Parameter) => dataTypeNamed(dataType)?.isFile === true || name === "file";

type Shown = Parameter & { place: SwaggerPlace };

const described = ({ name, required, description, dataType, place }: Shown) => ({
  name,
  in: place,
  required,
  ...about(description),
  ...parameterSchema(dataType),
});

const about = (description: string | undefined) => (description ? { description } : {});

/** The same name in the same place is one parameter, even with several targets. */
const once = (parameters: Shown[]): Shown[] => [
  ...new Map(
    parameters
      .filter(({ name }) => name !== "")
      .map((parameter) => [`${parameter.place} ${parameter.name}`, parameter]),
  ).values(),
];

const AUTHORIZATION = {
  name: "Authorization",
  in: "header",
  description: "User <user secret>, Organization <organization secret>, Element <token>",
  required: true,
  type: "string",
};

const ERRORS = Object.fromEntries(
  Object.entries({
    400: "The request is not valid",
    401: "A secret or token is missing or wrong",
    403: "The instance is disabled, or the provider refuses",
    404: "There is no such thing",
    405: "The method is not offered here",
    406: "The Accept header leaves no room for a reply",
    409: "It exists already",
    415: "The body is of a type that is not understood",
    500: "Something went wrong",
    502: "The provider did not answer as it should",
  }).map(([status, description]) => [status, { description }]),
);

const namesIn = (path: string): string[] => [...path.matchAll(/\{([^{}/]+)\}/g)].map(([, name = ""]) => name);

/** Elements may repeat a name in a path; Swagger allows it only once. */
function distinct(path: string): string {
  const taken = new Set<string>();
  return path.replaceAll(/\{([^{}/]+)\}/g, (_, name: string) => `{${unique(name, taken)}}`);
}

const tagOf = (path: string): string =>
  path.split("/").find((segment) => segment !== "" && !segment.includes("{")) ?? "other";

function unique(name: string, taken: Set<string>): string {
  let own = name;
  for (let count = 2; taken.has(own); count++) own = `${name}${count}`;
  taken.add(own);
  return own;
}
