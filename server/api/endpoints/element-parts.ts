import { z } from "zod";
import type { Identified } from "#server/element/definition/prepared.ts";
import { defaultParameters } from "#server/element/parameters/default-parameters.ts";
import {
  fieldSchema,
  hookSchema,
  METHODS,
  modelSchema,
  objectSchema,
  parameterSchema,
  resourceSchema,
} from "#server/element/shape.ts";
import { copyResource } from "#server/services/element/copy-resource.ts";
import {
  fieldsOf,
  HOOKS,
  hooksOf,
  OBJECTS,
  PARAMETERS,
  type PartList,
  parametersOf,
  RESOURCES,
} from "#server/services/element/part-lists.ts";
import { addParts, listParts, readPart, removePart, replacePart } from "#server/services/element/parts.ts";
import { deleteModel, readModel, saveModel } from "#server/services/element/resource-model.ts";
import { endpoint } from "../endpoint.ts";
import type { Contract } from "../endpoint-contract.ts";
import {
  fieldRecord,
  hookRecord,
  modelRecord,
  objectRecord,
  parameterRecord,
  resourceRecord,
} from "../records/element.ts";
import { flag, keyOrId, longId, nothing } from "../records/fields.ts";

const shared = { auth: "platform", tags: ["Element parts"], bodyLimit: 8 * 1024 * 1024 } as const;
const element = z.object({ keyOrId });
const resource = element.extend({ resourceId: longId });
const accountOnly = z.object({ accountOnly: flag.meta({ description: "Set to true to omit parts of the catalog." }) });

/** The parameters of a part's path: its element, its own id, and its parent. */
type Params = { keyOrId: string } & Record<string, number>;

type Kind<Sent extends object, Part extends Identified<object>> = {
  noun: string;
  /** The path of the list. */
  all: Contract["path"];
  params: z.ZodObject;
  /** The path parameter of one part. */
  key: `${string}Id`;
  body: z.ZodType<Sent>;
  record: z.ZodType;
  /** Which list it is may depend on the path. */
  list: (params: Params) => PartList<Sent, Part>;
  /** Several parts can be added at once; then the response is a list, too. */
  takesMany?: boolean;
};

/** The endpoints of one kind of part. */
function partEndpoints<Sent extends object, Part extends Identified<object>>({
  noun,
  all,
  params: ofList,
  key,
  body,
  record,
  list,
  takesMany = false,
}: Kind<Sent, Part>) {
  const path: Contract["path"] = `${all}/{${key}}`;
  const one = ofList.extend({ [key]: longId });
  const addressOf = (params: Params) => ({ keyOrId: params.keyOrId, partId: params[key] ?? 0 });
  const parsed = (params: unknown) => params as Params;
  return {
    list: endpoint({
      ...shared,
      method: "GET",
      path: all,
      summary: `List ${noun}s`,
      params: ofList,
      query: accountOnly,
      reply: z.array(record),
      handle: (ctx, { params, query }) =>
        listParts(ctx, { ...query, list: list(parsed(params)), keyOrId: parsed(params).keyOrId }),
    }),
    add: endpoint({
      ...shared,
      method: "POST",
      path: all,
      summary: takesMany ? `Add one or more ${noun}s` : `Add a ${noun}`,
      params: ofList,
      body: takesMany ? z.union([z.array(body).min(1).max(1000), body]) : body,
      reply: takesMany ? z.union([record, z.array(record)]) : record,
      async handle(ctx, { params, body: sent }) {
        const { keyOrId: element } = parsed(params);
        const added = await addParts(ctx, {
          list: list(parsed(params)),
          keyOrId: element,
          sent: Array.isArray(sent) ? sent : [sent],
        });
        return Array.isArray(sent) ? added : added[0];
      },
    }),
    read: endpoint({
      ...shared,
      method: "GET",
      path,
      summary: `Get a ${noun}`,
      params: one,
      reply: record,
      handle: (ctx, { params }) => readPart(ctx, { ...addressOf(parsed(params)), list: list(parsed(params)) }),
    }),
    replace: endpoint({
      ...shared,
      method: "PUT",
      path,
      summary: `Replace a ${noun}`,
      params: one,
      body,
      reply: record,
      handle: (ctx, { params, body: sent }) =>
        replacePart(ctx, { ...addressOf(parsed(params)), list: list(parsed(params)), sent }),
    }),
    remove: endpoint({
      ...shared,
      method: "DELETE",
      path,
      summary: `Delete a ${noun}`,
      params: one,
      reply: nothing,
      handle: (ctx, { params }) => removePart(ctx, { ...addressOf(parsed(params)), list: list(parsed(params)) }),
    }),
  };
}

/** A resource without parameters gets those of its method (spec §2.9). */
const withDefaults = (body: unknown) => {
  if (typeof body !== "object" || body === null || "parameters" in body) return body;
  const { method, path } = body as { method?: unknown; path?: unknown };
  const known = METHODS.find((name) => name === String(method).toUpperCase());
  return known && typeof path === "string" ? { ...body, parameters: defaultParameters({ method: known, path }) } : body;
};

export const elementResourceEndpoints = partEndpoints({
  noun: "resource of an element",
  all: "/elements/{keyOrId}/resources",
  params: element,
  key: "resourceId",
  body: z.preprocess(withDefaults, resourceSchema),
  record: resourceRecord,
  list: () => RESOURCES,
});

export const elementObjectEndpoints = partEndpoints({
  noun: "object of an element",
  all: "/elements/{keyOrId}/objects",
  params: element,
  key: "objectId",
  body: objectSchema,
  record: objectRecord,
  list: () => OBJECTS,
});

export const objectFieldEndpoints = partEndpoints({
  noun: "field of an object",
  all: "/elements/{keyOrId}/objects/{objectId}/fields",
  params: element.extend({ objectId: longId }),
  key: "fieldId",
  body: fieldSchema,
  record: fieldRecord,
  list: ({ objectId = 0 }) => fieldsOf(objectId),
});

export const elementParameterEndpoints = partEndpoints({
  noun: "parameter of an element",
  all: "/elements/{keyOrId}/parameters",
  params: element,
  key: "parameterId",
  body: parameterSchema,
  record: parameterRecord,
  list: () => PARAMETERS,
  takesMany: true,
});

export const resourceParameterEndpoints = partEndpoints({
  noun: "parameter of a resource",
  all: "/elements/{keyOrId}/resources/{resourceId}/parameters",
  params: resource,
  key: "parameterId",
  body: parameterSchema,
  record: parameterRecord,
  list: ({ resourceId = 0 }) => parametersOf(resourceId),
  takesMany: true,
});

export const elementHookEndpoints = partEndpoints({
  noun: "hook of an element",
  all: "/elements/{keyOrId}/hooks",
  params: element,
  key: "hookId",
  body: hookSchema,
  record: hookRecord,
  list: () => HOOKS,
});

export const resourceHookEndpoints = partEndpoints({
  noun: "hook of a resource",
  all: "/elements/{keyOrId}/resources/{resourceId}/hooks",
  params: resource,
  key: "hookId",
  body: hookSchema,
  record: hookRecord,
  list: ({ resourceId = 0 }) => hooksOf(resourceId),
});

const model = {
  ...shared,
  path: "/elements/{keyOrId}/resources/{resourceId}/models",
  params: resource,
  reply: modelRecord,
} as const;

export const elementPartEndpoints = {
  copyResource: endpoint({
    ...shared,
    method: "POST",
    path: "/elements/{keyOrId}/resources/{resourceId}/copy",
    summary: "Copy a resource of an element",
    description: "The name of the copy ends with _copy.",
    params: resource,
    reply: resourceRecord,
    handle: (ctx, { params }) => copyResource(ctx, params),
  }),

  readModel: endpoint({
    ...model,
    method: "GET",
    summary: "Get the models of a resource",
    handle: (ctx, { params }) => readModel(ctx, params),
  }),

  createModel: endpoint({
    ...model,
    method: "POST",
    summary: "Set the models of a resource",
    body: modelSchema,
    handle: (ctx, { params, body }) => saveModel(ctx, { address: params, model: body }),
  }),

  replaceModel: endpoint({
    ...model,
    method: "PUT",
    summary: "Replace the models of a resource",
    body: modelSchema,
    handle: (ctx, { params, body }) => saveModel(ctx, { address: params, model: body }),
  }),

  deleteModel: endpoint({
    ...model,
    method: "DELETE",
    summary: "Delete the models of a resource",
    reply: nothing,
    handle: (ctx, { params }) => deleteModel(ctx, params),
  }),
};
