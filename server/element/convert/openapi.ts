import { cutText } from "#server/cut-text.ts";
import { DEFAULT_AUTH } from "../auth/registry.ts";
import { operationIdOf } from "../docs/operation-id.ts";
import { keyOf } from "../key-of.ts";
import { addressOf } from "../resource-path.ts";
import { DEFAULT_RESOURCE_TYPE } from "../resource-types/registry.ts";
import { authenticationsFrom } from "./authentication.ts";
import {
  type Conversion,
  type ConversionChoices,
  type Converted,
  configurationEntry,
  isObject,
  type Json,
  listOf,
  METHODS,
  type Problem,
  refusedDocument,
  requireFewResources,
  requireShortAddress,
  textOf,
} from "./conversion.ts";
import { defineFormat } from "./format.ts";
import { commonPrefix, hubPathOf } from "./hub-path.ts";
import { createModels, type Model, type Models } from "./models.ts";
import { objectsFrom } from "./objects.ts";
import { bodyContent, bodyOf, replyOf } from "./openapi-body.ts";
import { parametersOf, plainVariable } from "./openapi-parameters.ts";
import { type Paging, pagingOf, queryOf, rootKeyOf } from "./paging.ts";
import { createResolve, type Resolve, requireLocalReferences } from "./references.ts";
import { documentServers, type OwnServer, originsEntry, ownAddressOf, ownServerOf, serversFrom } from "./servers.ts";

export const openApi = defineFormat({
  type: "openapi",
  label: "OpenAPI 2.0, 3.0 or 3.1",
  labelOf: ({ document }) => `OpenAPI ${versionOf(document)}`,
  otherName: "swagger",
  isOf: ({ document }) => isObject(document) && ("swagger" in document || "openapi" in document),
  convert: ({ document }, choices) => convertOpenApi(document, choices),
});

const versionOf = (document: unknown): string => {
  const { swagger, openapi } = isObject(document) ? document : {};
  return /^\d+\.\d+/.exec(String(swagger ?? openapi))?.[0] ?? "";
};

type Operation = {
  path: string;
  shared: Json;
  method: (typeof METHODS)[number];
  operation: Json;
  place: string;
  server: OwnServer | undefined;
};
type Description = { document: Json; resolve: Resolve; models: Models; prefix: number; mainServers: readonly Json[] };

/**
 * An unsaved element from a Swagger 2.0 or OpenAPI 3 document: a resource per operation with its parameters, models and
 * paging, the authentication of its security schemes that is chosen or else the best, and the provider's address. The
 * document was parsed before.
 *
 * Refuses (badRequest, with the place) what is neither, references to the outside, and more than 2,000 operations.
 */
export function convertOpenApi(document: unknown, choices: ConversionChoices = {}): Conversion {
  if (!isObject(document) || !(document.swagger === "2.0" || /^3\./.test(String(document.openapi))))
    throw refusedDocument("", 'is neither Swagger 2.0 (swagger: "2.0") nor OpenAPI 3 (openapi: "3.x").');
  requireLocalReferences(document);
  const resolve = createResolve(document);
  const problems: Problem[] = [];
  const operations = operationsOf(document, resolve, problems);
  problems.push(...leftOut(document, operations));
  const models = createModels(document);
  const mainServers = documentServers(
    document,
    operations.map(({ server }) => server),
  );
  const prefix = commonPrefix(operations.map(({ path }) => path));
  const description = { document, resolve, models, prefix, mainServers };
  const converted = distinct(
    operations.map((operation) => convertOperation(operation, description)),
    problems,
  );
  const { cut, missing } = models.finish();
  if (cut > 0)
    problems.push({ place: "", message: `${cut} models are too large together. What is far from them is left out.` });
  for (const pointer of missing.slice(0, MOST_OF_A_KIND))
    problems.push({ place: pointer, message: "This schema is not in the file." });

  const { offered, problems: unsupported } = authenticationsFrom(document, {
    resolve,
    operations: operations.map(({ operation }) => operation),
  });
  const authentication = offered.find(({ name }) => name === choices.authentication) ?? offered[0];
  const credentials = (authentication?.configuration ?? []).map(({ key }) => String(key));
  const inPaths = operations.flatMap(({ path }) => variablesIn(path));
  const origins = originsEntry(operations.map(({ server }) => ownAddressOf(server, mainServers)));
  const servers = serversFrom(document, mainServers, new Set([...TAKEN, ...credentials, ...inPaths]));
  const info = isObject(document.info) ? document.info : {};
  const name = cutText(textOf(info.title)?.trim() ?? "", 200) || "Converted element";
  return {
    element: {
      name,
      key: keyOf(name).replace(/^\d+$/, "") || "converted",
      description: textOf(info.description) ?? name,
      hub: "general",
      authentication: { type: authentication?.type ?? DEFAULT_AUTH.type },
      configuration: [
        ...servers.configuration,
        ...origins,
        ...(authentication?.configuration ?? []),
        ...startIndex(converted),
      ],
      parameters: authentication?.parameters ?? [],
      hooks: [],
      resources: converted.map(({ resource }) => resource),
      objects: objectsFrom(converted, models),
    },
    operations: converted.map(({ key, summary, problems: own }) => ({ key, summary, problems: own })),
    problems: [...problems, ...servers.problems, ...unsupported],
    authentications: offered.map(({ name, type, label, operations, problems }) => ({
      ...{ name, type, label, operations, problems },
    })),
    authentication: authentication?.name,
  };
}

/** More problems of one kind would hide the others. */
const MOST_OF_A_KIND = 100;

/** Names of entries that variables of an address must not use. */
const TAKEN = ["username", "password"];

const variablesIn = (path: string): string[] => [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => name);

/** Methods of OpenAPI that no resource has. */
const OTHER_METHODS = ["head", "options", "trace", "query"];

function operationsOf(document: Json, resolve: Resolve, problems: Problem[]): Operation[] {
  const operations: Operation[] = [];
  for (const [path, item] of Object.entries(isObject(document.paths) ? document.paths : {})) {
    if (path.startsWith("x-")) continue;
    requireShortAddress(path, `paths.${path}`);
    const shared = resolve(item, `paths.${path}`);
    for (const method of METHODS) {
      const operation = shared[method.toLowerCase()];
      const place = `paths.${path}.${method.toLowerCase()}`;
      if (isObject(operation)) {
        const server = ownServerOf({ shared, operation, place });
        operations.push({ path, shared, method, operation, place, server });
      }
    }
    const others = isObject(shared.additionalOperations) ? shared.additionalOperations : {};
    const named = Object.keys(others).map((method) => `additionalOperations.${method}`);
    for (const name of [...OTHER_METHODS.filter((method) => isObject(shared[method])), ...named])
      if (problems.length < MOST_OF_A_KIND)
        problems.push({
          place: `paths.${path}.${name}`,
          message: `${name.replace(/^.*\./, "").toUpperCase()} is no method of a resource. It is left out.`,
        });
    requireFewResources(operations);
  }
  return operations;
}

/** The parts of a description that no element has. */
function leftOut(document: Json, operations: readonly Operation[]): Problem[] {
  const webhooks = Object.keys(isObject(document.webhooks) ? document.webhooks : {});
  const found = webhooks.map((name) => ({ place: `webhooks.${name}`, message: WEBHOOK }));
  for (const { operation, place } of operations)
    for (const name of Object.keys(isObject(operation.callbacks) ? operation.callbacks : {}))
      found.push({ place: `${place}.callbacks.${name}`, message: CALLBACK });
  if (operations.length === 0) found.push({ place: "paths", message: "The file describes no operations." });
  return found.slice(0, MOST_OF_A_KIND);
}

const WEBHOOK = "Webhooks are not imported. Receive them as events of the element.";
const CALLBACK = "Callbacks are not imported. Receive them as events of the element.";

function convertOperation(described: Operation, description: Description): Converted {
  const { path, shared, method, operation, place, server } = described;
  const { document, resolve, models, prefix, mainServers } = description;
  const given = [...listOf(shared.parameters), ...listOf(operation.parameters)].map((parameter, at) =>
    resolve(parameter, `${place}.parameters.${at}`),
  );
  // The operation's own parameters take precedence over the path's.
  const own = [...new Map(given.map((parameter) => [`${parameter.in} ${parameter.name}`, parameter])).values()];
  const { path: ours, variables } = hubPathOf(path, prefix);
  const words = operationIdOf({ method, path: ours });
  const reply = replyOf(operation, { resolve, document, place });
  const isList = method === "GET" && !ours.endsWith("}");
  const paging: Paging = isList
    ? pagingOf({ path: ours, query: queryOf(own, models), reply: reply.schema, headers: reply.headers, models })
    : NO_PAGING;
  const root = isList ? rootKeyOf(reply.schema, ours, models) : undefined;
  const replySchema = root?.schema ?? reply.schema;
  const { parameters, hooks, prefixes, problems } = parametersOf({
    parameters: own,
    variables,
    paging: paging.names,
    models,
    place,
  });
  const requestBody = resolve(operation.requestBody, `${place}.requestBody`);
  const body = bodyOf(bodyContent(operation, requestBody, own, document), { name: `${words}Request`, models, place });
  const replyModel = replySchema === undefined ? undefined : models.model(`${words}Reply`, replySchema);
  const ownServer = ownAddressOf(server, mainServers);
  const vendorPath = ownServer.address + providerPathOf(path, prefixes);
  const summary = textOf(operation.summary) ?? textOf(operation.description) ?? "";
  return {
    key: `${method} ${vendorPath}`,
    summary,
    problems: [
      ...problems,
      ...body.problems,
      ...ownServer.problems,
      ...(paging.problem === undefined ? [] : [{ place, message: paging.problem }]),
    ],
    tags: Array.isArray(operation.tags) ? operation.tags.filter((tag) => typeof tag === "string") : [],
    reply: reply.schema,
    startsAtZero: paging.startsAtZero,
    resource: {
      path: ours,
      vendorPath,
      method,
      vendorMethod: method,
      type: DEFAULT_RESOURCE_TYPE.type,
      kind: "eb",
      description: summary || words,
      ...(textOf(operation.operationId) && { operationId: operation.operationId }),
      ...(root && { rootKey: root.key }),
      ...paging.settings,
      ...(reply.contentType && { response: { contentType: reply.contentType } }),
      parameters: [...reply.parameters, ...parameters, ...body.parameters],
      hooks: [...hooks, ...paging.hooks, ...body.hooks],
      ...((body.model || replyModel) && { model: { ...namedReply(replyModel), ...namedRequest(body.model) } }),
    },
  };
}

const NO_PAGING: Paging = { names: new Map(), settings: {}, hooks: [], startsAtZero: undefined };

const namedReply = (model: Model | undefined): Json => (model ? { name: model.name, swagger: model.swagger } : {});
const namedRequest = (model: Model | undefined): Json =>
  model ? { requestName: model.name, requestSwagger: model.swagger } : {};

/** Without the fragment, by which descriptions distinguish operations with the same address. */
const providerPathOf = (path: string, prefixes: ReadonlyMap<string, string>): string =>
  path.replace(/#.*$/s, "").replaceAll(/\{[^{}]+\}/g, (variable) => {
    const name = plainVariable(variable);
    return `${prefixes.get(name) ?? ""}{${name}}`;
  });

/**
 * Operations with different addresses at the provider have different paths here. If two only differ in the names of
 * their variables, no provider can distinguish them: the first counts.
 */
function distinct(operations: readonly Converted[], problems: Problem[]): Converted[] {
  const byAddress = new Map<string, string>();
  return operations.flatMap((operation) => {
    const { resource, key } = operation;
    const theirs = resource.vendorPath.replaceAll(/\{[^{}]+\}/g, "{}");
    let { path } = resource;
    for (let count = 2; (byAddress.get(addressOf({ ...resource, path })) ?? key) !== key; count++) {
      if (byAddress.get(`provider ${resource.method} ${theirs}`) !== undefined) {
        problems.push({
          place: `paths.${resource.vendorPath}`,
          message: `${key} has the address of another operation. It is left out.`,
        });
        return [];
      }
      path = resource.path.replace(/^\/[^/]+/, (word) => `${word}-${count}`);
    }
    byAddress.set(addressOf({ ...resource, path }), key);
    byAddress.set(`provider ${resource.method} ${theirs}`, key);
    return [{ ...operation, resource: { ...resource, path } }];
  });
}

/** The number of the first page at most operations. */
function startIndex(operations: readonly Converted[]): Json[] {
  const starts = operations.flatMap(({ startsAtZero }) => (startsAtZero === undefined ? [] : [startsAtZero]));
  const zeros = starts.filter(Boolean).length;
  return zeros * 2 > starts.length ? [configurationEntry("pagination.page.startindex", "First page", "0")] : [];
}
