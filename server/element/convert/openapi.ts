import { dataTypeOfSchema } from "../data-types/registry.ts";
import { addressOf } from "../definition/prepared.ts";
import { operationIdOf } from "../docs/operation-id.ts";
import { body } from "../parameters/body.ts";
import { PLACES } from "../parameters/registry.ts";
import { DEFAULT_RESOURCE_TYPE } from "../resource-types/registry.ts";
import { keyOf } from "../shape.ts";
import { authenticationFrom } from "./authentication.ts";
import {
  type ConvertedElement,
  configurationEntry,
  isObject,
  type Json,
  listOf,
  METHODS,
  refusedDocument,
  requireFewResources,
  textOf,
} from "./conversion.ts";
import { createModels } from "./models.ts";
import { createResolve, requireLocalReferences } from "./references.ts";

/**
 * An unsaved element from a Swagger 2.0 or OpenAPI 3 document: a resource per operation with its parameters and models,
 * the authentication of its security schemes, and base.url. The document was parsed before.
 *
 * Refuses (badRequest, with the place) what is neither, references to the outside, and more than 2,000 operations.
 */
export function convertOpenApi(document: unknown): ConvertedElement {
  if (!isObject(document) || !(document.swagger === "2.0" || /^3\./.test(String(document.openapi))))
    throw refusedDocument("", 'is neither Swagger 2.0 (swagger: "2.0") nor OpenAPI 3 (openapi: "3.x").');
  requireLocalReferences(document);
  const resolve = createResolve(document);
  const info = isObject(document.info) ? document.info : {};
  const name = textOf(info.title) ?? "Converted element";
  const { type, configuration, parameters } = authenticationFrom(document, resolve);
  const modelsOf = createModels(schemasOf(document));
  const operations = Object.entries(isObject(document.paths) ? document.paths : {}).flatMap(([path, item]) => {
    const shared = resolve(item, `paths.${path}`);
    return METHODS.flatMap((method) => {
      const operation = shared[method.toLowerCase()];
      return isObject(operation) ? [{ resolve, modelsOf, path, shared, method, operation }] : [];
    });
  });
  requireFewResources(operations);
  // Two paths that differ in the names of their parameters only would be one resource twice.
  const resources = [...new Map(operations.map((operation) => [addressOf(operation), operation])).values()];
  return {
    name,
    key: keyOf(name) || "converted",
    description: textOf(info.description) ?? name,
    hub: "general",
    authentication: { type },
    configuration: [configurationEntry("base.url", "Base URL", baseUrl(document)), ...configuration],
    parameters,
    hooks: [],
    resources: resources.map(resourceOf),
    objects: [],
  };
}

type Operation = {
  modelsOf: ReturnType<typeof createModels>;
  resolve: ReturnType<typeof createResolve>;
  path: string;
  shared: Json;
  method: (typeof METHODS)[number];
  operation: Json;
};

function resourceOf({ resolve, modelsOf, path, shared, method, operation }: Operation): Json {
  const place = `paths.${path}.${method.toLowerCase()}`;
  const given = [...listOf(shared.parameters), ...listOf(operation.parameters)].map((parameter) =>
    resolve(parameter, `${place}.parameters`),
  );
  // The operation's own goes before the path's.
  const own = [...new Map(given.map((parameter) => [`${parameter.in} ${parameter.name}`, parameter])).values()];
  const ours = path === "/" ? "/root" : path;
  const words = operationIdOf({ method, path: ours });
  const requestSchema = requestSchemaOf(resolve, operation, own, place);
  const request = requestSchema === undefined ? undefined : modelsOf(`${words}Request`, requestSchema);
  const replySchema = replySchemaOf(resolve, operation, place);
  const reply = replySchema === undefined ? undefined : modelsOf(`${words}Reply`, replySchema);
  return {
    path: ours,
    vendorPath: path,
    method,
    vendorMethod: method,
    type: DEFAULT_RESOURCE_TYPE.type,
    kind: "eb",
    description: textOf(operation.summary) ?? textOf(operation.description) ?? words,
    ...(textOf(operation.operationId) && { operationId: operation.operationId }),
    parameters: [
      ...own.flatMap(parameterOf),
      ...(request
        ? [{ ...mapped("body", body), dataType: request.name, model: request.name, required: method !== "PATCH" }]
        : []),
    ],
    hooks: [],
    ...((request || reply) && {
      model: {
        ...(reply && { name: reply.name, swagger: reply.swagger }),
        ...(request && { requestName: request.name, requestSwagger: request.swagger }),
      },
    }),
  };
}

const mapped = (name: string, { type }: { type: string }) => ({
  name,
  vendorName: name,
  type,
  vendorType: type,
  source: "request",
});

const IMPORTED = Object.values(PLACES).filter(({ fromOpenApi }) => fromOpenApi);

function parameterOf(parameter: Json): Json[] {
  const name = textOf(parameter.name);
  if (!name || /[\0-\x1f\x7f]/.test(name)) return [];
  const schema = isObject(parameter.schema) ? parameter.schema : parameter;
  const { type: dataType, isFile = false } = dataTypeOfSchema(schema);
  const place = IMPORTED.find(({ fromOpenApi }) => fromOpenApi?.({ in: parameter.in, name, isFile }));
  if (!place) return [];
  return [
    {
      ...mapped(name, place),
      required: parameter.required === true || place.isRequired === true,
      dataType,
      vendorDataType: dataType,
      ...(textOf(parameter.description) && { description: parameter.description }),
    },
  ];
}

const schemasOf = ({ definitions, components }: Json): Json => {
  const schemas = isObject(components) ? components.schemas : definitions;
  return isObject(schemas) ? schemas : {};
};

function requestSchemaOf(resolve: Operation["resolve"], operation: Json, parameters: Json[], place: string): unknown {
  const body = parameters.find((parameter) => parameter.in === "body");
  if (body) return body.schema;
  if (operation.requestBody === undefined) return undefined;
  return contentSchema(resolve(operation.requestBody, `${place}.requestBody`)) ?? {};
}

function replySchemaOf(resolve: Operation["resolve"], operation: Json, place: string): unknown {
  const responses = isObject(operation.responses) ? operation.responses : {};
  const code = Object.keys(responses).find((status) => /^2/.test(status)) ?? "default";
  const reply = resolve(responses[code], `${place}.responses.${code}`);
  return reply.schema ?? contentSchema(reply);
}

/** The JSON media type among several. */
function contentSchema({ content }: Json): unknown {
  const types = isObject(content) ? Object.entries(content) : [];
  const [, media] = types.find(([type]) => /json/i.test(type)) ?? types[0] ?? [];
  return isObject(media) ? media.schema : undefined;
}

/** Where the provider is; variables of an OpenAPI server are filled with their defaults. */
function baseUrl({ servers, host, basePath, schemes }: Json): string {
  const [server] = listOf(servers);
  if (server) {
    const variables = isObject(server.variables) ? server.variables : {};
    return String(server.url ?? "")
      .replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => {
        const variable = variables[name];
        return (isObject(variable) && textOf(variable.default)) || whole;
      })
      .replace(/\/+$/, "");
  }
  if (!textOf(host)) return "";
  const scheme = Array.isArray(schemes) && !schemes.includes("https") && schemes.includes("http") ? "http" : "https";
  return `${scheme}://${String(host)}${textOf(basePath) ?? ""}`.replace(/\/+$/, "");
}
