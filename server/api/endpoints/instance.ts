import { z } from "zod";
import { changeInstance } from "#server/services/instance/change-instance.ts";
import { changeConfiguration, listConfiguration, readConfiguration } from "#server/services/instance/configuration.ts";
import { createInstance } from "#server/services/instance/create-instance.ts";
import { deleteInstance } from "#server/services/instance/delete-instance.ts";
import { enableInstance } from "#server/services/instance/enable-instance.ts";
import { listInstances } from "#server/services/instance/list-instances.ts";
import { readInstance } from "#server/services/instance/read-instance.ts";
import { traceInstance } from "#server/services/instance/trace-instance.ts";
import { displayName, listOf, maybe } from "#server/shapes.ts";
import { stripTags } from "#server/strip-tags.ts";
import { endpoint } from "../endpoint.ts";
import { CustomResponse } from "../handler.ts";
import { flag, id, nothing } from "../records/fields.ts";
import { instanceRecord } from "../records/instance.ts";

const name = displayName.pipe(z.string().max(255, "must not be longer than 255 characters"));

const tags = listOf(z.string().max(255, "must not be longer than 255 characters").transform(stripTags)).transform(
  (list) => [...new Set(list.filter((tag) => tag !== ""))],
);

/** Values are stored as text; objects, such as a poller's configuration, as JSON (spec §2.7). */
const value = z
  .union([z.string(), z.number(), z.boolean(), z.record(z.string(), z.unknown()), z.array(z.unknown())])
  .transform((given) => (typeof given === "object" ? JSON.stringify(given) : String(given)));

/** `null` counts as missing. */
const configuration = z.preprocess(
  (given) =>
    typeof given === "object" && given !== null && !Array.isArray(given)
      ? Object.fromEntries(Object.entries(given).filter(([, one]) => one !== null))
      : (given ?? {}),
  z
    .record(z.string().max(255, "must not be longer than 255 characters"), value)
    .refine((given) => Object.keys(given).length <= 500, "must not have more than 500 keys"),
);

const providerData = maybe(z.record(z.string(), z.unknown())).meta({
  description:
    "The response of the provider: code (OAuth 2), or oauth_token, oauth_verifier and secret (OAuth 1). debug keeps a trace.",
});

const element = z
  .object({ key: maybe(z.string().max(255)), id: maybe(z.int32()) })
  .refine(({ key, id: number }) => key !== undefined || number !== undefined, "must have a key or an id");

const newInstance = z.object({
  name,
  configuration,
  tags: maybe(tags),
  providerData,
  externalAuthentication: maybe(z.string().max(50)).meta({
    description: "`initial` means that the configuration contains the grant.",
  }),

  retrieveObjectsAfterInstantiation: maybe(z.boolean()),
});
const changes = z.object({
  name: maybe(name),
  configuration: maybe(configuration),
  tags: maybe(tags),
  providerData,
  element: maybe(element),
});

const configurationEntry = z
  .object({
    id: z.number().int(),
    key: z.string(),
    name: z.string(),
    description: z.unknown(),
    propertyValue: z.string(),
    type: z.unknown(),
    required: z.unknown(),
    active: z.unknown(),
    hideFromConsole: z.unknown(),
  })
  .meta({ id: "InstanceConfiguration" });

const tag = ["Element instances"] as const;
const noParams = z.object({});
const one = z.object({ elementInstanceId: id });
const ofElement = z.object({ keyOrId: z.string().max(255) });
const oneOfElement = ofElement.extend({ elementInstanceId: id });

/**
 * The three ways to name an instance: by its token, by its id, and by its id under its element. `rest` follows; `under`
 * are the parameters in it.
 */
const ways = <const Rest extends string, Under extends z.ZodRawShape>(rest: Rest, under: Under) => ({
  byToken: { auth: "element", path: `/instances${rest}`, params: noParams.extend(under), tags: tag } as const,
  byId: {
    auth: "platform",
    path: `/instances/{elementInstanceId}${rest}`,
    params: one.extend(under),
    tags: tag,
  } as const,
});

const list = {
  method: "GET",
  auth: "platform",
  tags: tag,
  query: z.object({
    "tags[]": z
      .array(z.string().max(255))
      .max(50)
      .optional()
      .meta({ description: "Returns only instances that have all of these tags." }),
    searchText: z.string().max(200).optional().meta({ description: "Text that the name contains." }),
    hydrate: flag.meta({ description: "Set to false to omit the elements." }),
  }),

  paged: true,
  reply: z.array(instanceRecord),
} as const;

const create = {
  method: "POST",
  auth: "platform",
  tags: tag,
  description: "Send all required configuration of the element. An OAuth 2 code is exchanged for tokens.",
  alsoRefuses: [404],
  reply: instanceRecord,
} as const;

const self = ways("", {});
const read = { method: "GET", summary: "Get an element instance", reply: instanceRecord } as const;
const replace = {
  method: "PUT",
  summary: "Replace an element instance",
  description: "Omitted fields are kept. A new providerData.code reconnects the instance. Its token stays the same.",
  body: changes,
  reply: instanceRecord,
} as const;
const change = {
  method: "PATCH",
  summary: "Update an element instance",
  description: "Omitted fields are kept. Send ******** to keep a secret.",
  body: changes,
  reply: instanceRecord,
} as const;
const remove = { method: "DELETE", summary: "Delete an element instance", reply: nothing } as const;
const inElement = {
  auth: "platform",
  path: "/elements/{keyOrId}/instances/{elementInstanceId}",
  params: oneOfElement,
  tags: tag,
} as const;

const able = ways("/enabled", {});
const enable = { method: "PUT", summary: "Enable an element instance", reply: nothing } as const;
const disable = {
  method: "DELETE",
  summary: "Disable an element instance",
  description: "Requests to a disabled instance are rejected, except GET /objects.",
  reply: nothing,
} as const;

const all = ways("/configuration", {});
const listed = {
  method: "GET",
  summary: "List the configuration of an element instance",
  reply: z.array(configurationEntry),
} as const;

const entry = ways("/configuration/{configId}", { configId: z.string().max(255) });
const readEntry = {
  method: "GET",
  summary: "Get one configuration entry of an element instance",
  description: "Name the entry by its id or its key.",
  reply: configurationEntry,
} as const;
const changeEntry = {
  method: "PATCH",
  summary: "Update one configuration entry of an element instance",
  body: z.object({ propertyValue: value.meta({ description: "Send ******** to keep a secret." }) }),
  reply: configurationEntry,
} as const;

const tracing = ways("/trace-logging", {});
const trace = {
  method: "PUT",
  summary: "Trace the requests of an element instance",
  body: z.object({
    duration: z
      .number("must be a number of minutes")
      .min(1, "must be at least one minute")
      .max(1440, "must not be longer than 1440 minutes")
      .meta({ description: "The duration in minutes." }),
  }),

  reply: nothing,
} as const;
const endTrace = { method: "DELETE", summary: "Stop tracing an element instance", reply: nothing } as const;

/** Adds the id of the trace, if one was requested. */
const traced = async <Instance>(done: Promise<{ instance: Instance; traceId?: string | undefined }>) => {
  const { instance, traceId } = await done;
  return new CustomResponse(instance, { headers: traceId === undefined ? {} : { "elements-trace-id": traceId } });
};

const listInput = ({
  "tags[]": tags,
  ...query
}: {
  "tags[]"?: string[] | undefined;
  searchText?: string | undefined;
  hydrate?: boolean | undefined;
}) => ({
  ...query,
  tags,
});

/** Without parameters it is the instance of the caller's token. */
export const instanceEndpoints = {
  listInstances: endpoint({
    ...list,
    path: "/instances",
    summary: "List element instances",
    handle: (ctx, { query, page }) => listInstances(ctx, { ...listInput(query), page }),
  }),

  listInstancesOfElement: endpoint({
    ...list,
    path: "/elements/{keyOrId}/instances",
    summary: "List the instances of an element",
    params: ofElement,
    handle: (ctx, { params, query, page }) => listInstances(ctx, { ...params, ...listInput(query), page }),
  }),

  createInstance: endpoint({
    ...create,
    path: "/instances",
    summary: "Create an element instance",
    body: newInstance.extend({ element }),
    handle: (ctx, { body: { element, ...body } }) =>
      traced(createInstance(ctx, { keyOrId: element.id ?? element.key ?? "", input: body })),
  }),

  createInstanceOfElement: endpoint({
    ...create,
    path: "/elements/{keyOrId}/instances",
    summary: "Create an instance of an element",
    params: ofElement,
    body: newInstance,
    handle: (ctx, { params, body }) => traced(createInstance(ctx, { keyOrId: params.keyOrId, input: body })),
  }),

  readInstance: endpoint({ ...read, ...self.byId, handle: (ctx, { params }) => readInstance(ctx, params) }),
  readInstanceOfElement: endpoint({ ...read, ...inElement, handle: (ctx, { params }) => readInstance(ctx, params) }),
  replaceInstance: endpoint({
    ...replace,
    ...self.byId,
    handle: (ctx, { params, body }) => traced(changeInstance(ctx, { ...body, address: params })),
  }),

  replaceInstanceOfElement: endpoint({
    ...replace,
    ...inElement,
    handle: (ctx, { params, body }) => traced(changeInstance(ctx, { ...body, address: params })),
  }),

  replaceOwnInstance: endpoint({
    ...replace,
    ...self.byToken,
    handle: (ctx, { body }) => traced(changeInstance(ctx, { ...body, address: {} })),
  }),

  changeInstance: endpoint({
    ...change,
    ...self.byId,
    handle: (ctx, { params, body }) => traced(changeInstance(ctx, { ...body, address: params })),
  }),

  changeInstanceOfElement: endpoint({
    ...change,
    ...inElement,
    handle: (ctx, { params, body }) => traced(changeInstance(ctx, { ...body, address: params })),
  }),

  changeOwnInstance: endpoint({
    ...change,
    ...self.byToken,
    handle: (ctx, { body }) => traced(changeInstance(ctx, { ...body, address: {} })),
  }),

  deleteInstance: endpoint({ ...remove, ...self.byId, handle: (ctx, { params }) => deleteInstance(ctx, params) }),
  deleteInstanceOfElement: endpoint({
    ...remove,
    ...inElement,
    handle: (ctx, { params }) => deleteInstance(ctx, params),
  }),

  deleteOwnInstance: endpoint({ ...remove, ...self.byToken, handle: (ctx) => deleteInstance(ctx, {}) }),
  enableInstance: endpoint({
    ...enable,
    ...able.byId,
    handle: (ctx, { params }) => enableInstance(ctx, { address: params, enabled: true }),
  }),
  enableOwnInstance: endpoint({
    ...enable,
    ...able.byToken,
    handle: (ctx) => enableInstance(ctx, { address: {}, enabled: true }),
  }),
  disableInstance: endpoint({
    ...disable,
    ...able.byId,
    handle: (ctx, { params }) => enableInstance(ctx, { address: params, enabled: false }),
  }),

  disableOwnInstance: endpoint({
    ...disable,
    ...able.byToken,
    handle: (ctx) => enableInstance(ctx, { address: {}, enabled: false }),
  }),
  listConfiguration: endpoint({ ...listed, ...all.byId, handle: (ctx, { params }) => listConfiguration(ctx, params) }),
  listOwnConfiguration: endpoint({ ...listed, ...all.byToken, handle: (ctx) => listConfiguration(ctx, {}) }),
  readConfiguration: endpoint({
    ...readEntry,
    ...entry.byId,
    handle: (ctx, { params: { configId, ...address } }) => readConfiguration(ctx, { address, idOrKey: configId }),
  }),

  readOwnConfiguration: endpoint({
    ...readEntry,
    ...entry.byToken,
    handle: (ctx, { params }) => readConfiguration(ctx, { address: {}, idOrKey: params.configId }),
  }),

  changeConfiguration: endpoint({
    ...changeEntry,
    ...entry.byId,
    handle: (ctx, { params: { configId, ...address }, body }) =>
      changeConfiguration(ctx, { address, idOrKey: configId, propertyValue: body.propertyValue }),
  }),

  changeOwnConfiguration: endpoint({
    ...changeEntry,
    ...entry.byToken,
    handle: (ctx, { params, body }) =>
      changeConfiguration(ctx, { address: {}, idOrKey: params.configId, propertyValue: body.propertyValue }),
  }),

  traceInstance: endpoint({
    ...trace,
    ...tracing.byId,
    handle: (ctx, { params, body }) => traceInstance(ctx, { address: params, durationMinutes: body.duration }),
  }),

  traceOwnInstance: endpoint({
    ...trace,
    ...tracing.byToken,
    handle: (ctx, { body }) => traceInstance(ctx, { address: {}, durationMinutes: body.duration }),
  }),

  endTraceOfInstance: endpoint({
    ...endTrace,
    ...tracing.byId,
    handle: (ctx, { params }) => traceInstance(ctx, { address: params, durationMinutes: 0 }),
  }),

  endTraceOfOwnInstance: endpoint({
    ...endTrace,
    ...tracing.byToken,
    handle: (ctx) => traceInstance(ctx, { address: {}, durationMinutes: 0 }),
  }),
};
