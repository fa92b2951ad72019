import { z } from "zod";
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
import { type Endpoint, endpoint } from "../endpoint.ts";
import { keyOrId } from "./element.ts";
import {
  fieldRecord,
  hookRecord,
  modelRecord,
  objectRecord,
  parameterRecord,
  resourceRecord,
} from "../records/element.ts";
import { flag, longId, nothing } from "../records/fields.ts";

const shared = { auth: "platform", tags: ["Element parts"], bodyLimit: 8 * 1024 * 1024 } as const;
const element = z.object({ keyOrId });
const accountOnly = z.object({ accountOnly: flag.meta({ description: "Set to true to omit parts of the catalog." }) });

/** Shared by the endpoints of all kinds of parts. */
type Kind<Params extends z.ZodObject, Key extends string, Body extends z.ZodType, Record extends z.ZodType> = {
  noun: string;
  all: Endpoint["path"];
  params: Params;
  key: Key;
  body: Body;
  record: Record;
};

/** The endpoints of one kind of part; `all` is the path of the list, `key` the path parameter of one. */
function contractOf<
  Params extends z.ZodObject,
  const Key extends string,
  Body extends z.ZodType,
  Record extends z.ZodType,
>({ noun, all, params, key, body, record }: Kind<Params, Key, Body, Record>) {
  const path: Endpoint["path"] = `${all}/{${key}}`;
  const one = params.extend({ [key]: longId } as { [Name in Key]: typeof longId });
  return {
    list: endpoint({
      ...shared,
      method: "GET",
      path: all,
      summary: `List ${noun}s`,
      params,
      query: accountOnly,
      reply: z.array(record),
    }),
    add: endpoint({ ...shared, method: "POST", path: all, summary: `Add a ${noun}`, params, body, reply: record }),
    read: endpoint({ ...shared, method: "GET", path, summary: `Get a ${noun}`, params: one, reply: record }),
    replace: endpoint({
      ...shared,
      method: "PUT",
      path,
      summary: `Replace a ${noun}`,
      params: one,
      body,
      reply: record,
    }),
    remove: endpoint({ ...shared, method: "DELETE", path, summary: `Delete a ${noun}`, params: one, reply: nothing }),
  };
}

/** A resource that is sent without parameters gets those of its method (spec §2.9). */
const withDefaults = (body: unknown) => {
  if (typeof body !== "object" || body === null || "parameters" in body) return body;
  const { method, path } = body as { method?: unknown; path?: unknown };
  const known = METHODS.find((name) => name === String(method).toUpperCase());
  return known && typeof path === "string" ? { ...body, parameters: defaultParameters({ method: known, path }) } : body;
};

export const resources = contractOf({
  noun: "resource of an element",
  all: "/elements/{keyOrId}/resources",
  params: element,
  key: "resourceId",
  body: z.preprocess(withDefaults, resourceSchema),
  record: resourceRecord,
});

const resource = element.extend({ resourceId: longId });

export const copyResource = endpoint({
  ...shared,
  method: "POST",
  path: "/elements/{keyOrId}/resources/{resourceId}/copy",
  summary: "Copy a resource of an element",
  description: "The name of the copy ends with _copy.",
  params: resource,
  reply: resourceRecord,
});

const oneOrMany = z.union([z.array(parameterSchema).min(1).max(1000), parameterSchema]);

/** Parameters can be added several at once; then the reply is a list as well. */
const parametersOf = <Params extends z.ZodObject>(noun: string, all: Endpoint["path"], params: Params) => {
  const kind = contractOf({ noun, all, params, key: "parameterId", body: parameterSchema, record: parameterRecord });
  const add = endpoint({
    ...shared,
    method: "POST",
    path: all,
    summary: `Add one or more ${noun}s`,
    params,
    body: oneOrMany,
    reply: z.union([parameterRecord, z.array(parameterRecord)]),
  });
  return { ...kind, add };
};

export const parameters = parametersOf("parameter of an element", "/elements/{keyOrId}/parameters", element);

export const resourceParameters = parametersOf(
  "parameter of a resource",
  "/elements/{keyOrId}/resources/{resourceId}/parameters",
  resource,
);

export const hooks = contractOf({
  noun: "hook of an element",
  all: "/elements/{keyOrId}/hooks",
  params: element,
  key: "hookId",
  body: hookSchema,
  record: hookRecord,
});

export const resourceHooks = contractOf({
  noun: "hook of a resource",
  all: "/elements/{keyOrId}/resources/{resourceId}/hooks",
  params: resource,
  key: "hookId",
  body: hookSchema,
  record: hookRecord,
});

export const objects = contractOf({
  noun: "object of an element",
  all: "/elements/{keyOrId}/objects",
  params: element,
  key: "objectId",
  body: objectSchema,
  record: objectRecord,
});

export const fields = contractOf({
  noun: "field of an object",
  all: "/elements/{keyOrId}/objects/{objectId}/fields",
  params: element.extend({ objectId: longId }),
  key: "fieldId",
  body: fieldSchema,
  record: fieldRecord,
});

const model = {
  ...shared,
  path: "/elements/{keyOrId}/resources/{resourceId}/models",
  params: resource,
  reply: modelRecord,
} as const;

export const readModel = endpoint({ ...model, method: "GET", summary: "Get the models of a resource" });

export const createModel = endpoint({
  ...model,
  method: "POST",
  summary: "Set the models of a resource",
  body: modelSchema,
});

export const replaceModel = endpoint({
  ...model,
  method: "PUT",
  summary: "Replace the models of a resource",
  body: modelSchema,
});

export const deleteModel = endpoint({
  ...model,
  method: "DELETE",
  summary: "Delete the models of a resource",
  reply: nothing,
});
