import { z } from "zod";
import { displayName, listOf, maybe, stripTags } from "#server/shapes.ts";
import { endpoint } from "../endpoint.ts";
import { flag, id, nothing } from "../records/fields.ts";

const name = displayName.pipe(z.string().max(255, "must not be longer than 255 characters"));

const tags = listOf(z.string().max(255, "must not be longer than 255 characters").transform(stripTags)).transform(
  (list) => [...new Set(list.filter((tag) => tag !== ""))],
);

/** Values are kept as text; what is sent as an object, such as a poller's configuration, as JSON (spec §2.7). */
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

/** Also part of other representations of an instance. */
export const instanceRecord = z
  .object({
    id: z.number().int(),
    name: z.string(),
    createdDate: z.string(),
    updatedDate: z.string(),
    token: z.string().meta({ description: "Send it as Element <token> to authenticate requests to the instance." }),
    element: z.looseObject({ id: z.number().int(), key: z.string() }).optional(),
    elementId: z.number().int(),
    tags: z.array(z.string()),
    provisionInteractions: z.array(z.unknown()),
    valid: z.boolean().meta({ description: "False if the instance must be reconnected." }),
    disabled: z.boolean(),
    maxCacheSize: z.number(),
    cacheTimeToLive: z.number(),
    cachingEnabled: z.boolean(),
    eventsEnabled: z.boolean(),
    traceLoggingEnabled: z.boolean(),
    externalAuthentication: z.string(),
    configuration: z.record(z.string(), z.string()).meta({ description: "Secrets are shown as ********." }),
    user: z.object({ id: z.number().int(), emailAddress: z.string(), firstName: z.string(), lastName: z.string() }),
    objects: z
      .array(
        z.object({ name: z.string(), vendorName: z.string(), type: z.enum(["vdr", "formularyCanonical", "vendor"]) }),
      )
      .optional(),
  })
  .meta({ id: "ElementInstance", description: "An authenticated connection to an element." });

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

export const listInstances = endpoint({ ...list, path: "/instances", summary: "List element instances" });

export const listInstancesOfElement = endpoint({
  ...list,
  path: "/elements/{keyOrId}/instances",
  summary: "List the instances of an element",
  params: ofElement,
});

const create = {
  method: "POST",
  auth: "platform",
  tags: tag,
  description: "Send all required configuration of the element. An OAuth 2 code is exchanged for tokens.",
  reply: instanceRecord,
} as const;

export const createInstance = endpoint({
  ...create,
  path: "/instances",
  summary: "Create an element instance",
  body: newInstance.extend({ element }),
});

export const createInstanceOfElement = endpoint({
  ...create,
  path: "/elements/{keyOrId}/instances",
  summary: "Create an instance of an element",
  params: ofElement,
  body: newInstance,
});

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

export const readInstance = endpoint({ ...read, ...self.byId });
export const readInstanceOfElement = endpoint({ ...read, ...inElement });
export const replaceInstance = endpoint({ ...replace, ...self.byId });
export const replaceInstanceOfElement = endpoint({ ...replace, ...inElement });
export const replaceOwnInstance = endpoint({ ...replace, ...self.byToken });
export const changeInstance = endpoint({ ...change, ...self.byId });
export const changeInstanceOfElement = endpoint({ ...change, ...inElement });
export const changeOwnInstance = endpoint({ ...change, ...self.byToken });
export const deleteInstance = endpoint({ ...remove, ...self.byId });
export const deleteInstanceOfElement = endpoint({ ...remove, ...inElement });
export const deleteOwnInstance = endpoint({ ...remove, ...self.byToken });

const able = ways("/enabled", {});
const enable = { method: "PUT", summary: "Enable an element instance", reply: nothing } as const;
const disable = {
  method: "DELETE",
  summary: "Disable an element instance",
  description: "Requests to a disabled instance are rejected, except GET /objects.",
  reply: nothing,
} as const;
export const enableInstance = endpoint({ ...enable, ...able.byId });
export const enableOwnInstance = endpoint({ ...enable, ...able.byToken });
export const disableInstance = endpoint({ ...disable, ...able.byId });
export const disableOwnInstance = endpoint({ ...disable, ...able.byToken });

const all = ways("/configuration", {});
const listed = {
  method: "GET",
  summary: "List the configuration of an element instance",
  reply: z.array(configurationEntry),
} as const;
export const listConfiguration = endpoint({ ...listed, ...all.byId });
export const listOwnConfiguration = endpoint({ ...listed, ...all.byToken });

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
export const readConfiguration = endpoint({ ...readEntry, ...entry.byId });
export const readOwnConfiguration = endpoint({ ...readEntry, ...entry.byToken });
export const changeConfiguration = endpoint({ ...changeEntry, ...entry.byId });
export const changeOwnConfiguration = endpoint({ ...changeEntry, ...entry.byToken });

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
export const traceInstance = endpoint({ ...trace, ...tracing.byId });
export const traceOwnInstance = endpoint({ ...trace, ...tracing.byToken });
export const endTraceOfInstance = endpoint({ ...endTrace, ...tracing.byId });
export const endTraceOfOwnInstance = endpoint({ ...endTrace, ...tracing.byToken });
