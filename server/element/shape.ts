import { z } from "zod";
import { summaryOf, typesOf } from "../registry.ts";
import { displayName, indexedText, listOf, maybe, orElse } from "../shapes.ts";
import { AUTH_TYPES } from "./auth/registry.ts";
import { CONFIGURATION_TYPES, DEFAULT_CONFIGURATION_TYPE } from "./configuration-types/registry.ts";
import { CONVERTERS } from "./converters/registry.ts";
import { DATA_TYPES } from "./data-types/registry.ts";
import { HOOK_TYPES } from "./hooks/registry.ts";
import { PAGING_SUPPORT } from "./pagination/paging-support.ts";
import { PARAMETER_TYPES, PLACES, VENDOR_TYPES } from "./parameters/registry.ts";
import { DEFAULT_RESOURCE_TYPE, RESOURCE_TYPES } from "./resource-types/registry.ts";

// An element as it is imported, stored and exported: objects are loose, so that an export contains unknown fields
// unchanged.

const id = maybe(z.int());
const text = maybe(z.string());
const flag = maybe(z.boolean());

const folded = (name: string) => name.toLowerCase().replaceAll(/[\s_-]/g, "");
/** One of the values, regardless of case and spaces: `On Delete` is `onDelete`. `others` are other names. */
const oneOf = <const Value extends string>(values: readonly Value[], others: Record<string, Value> = {}) => {
  const byName = new Map([...values.map((value) => [value, value] as const), ...Object.entries(others)]);
  const byFolded = new Map([...byName].map(([name, value]) => [folded(name), value]));
  return z.preprocess(
    (value) => (typeof value === "string" ? (byFolded.get(folded(value)) ?? value) : value),
    z.enum(values, `must be one of ${values.join(", ")}`),
  );
};

export const configurationType = oneOf(typesOf(CONFIGURATION_TYPES)).meta({
  description: summaryOf(CONFIGURATION_TYPES),
});

/** One entry of the configuration. `required`, `internal` and the like count as false when missing. */
export const configurationEntrySchema = z.looseObject({
  id,
  name: z.string().min(1, "must not be empty"),
  key: z.string().min(1, "must not be empty").max(255, "must not be longer than 255 characters"),
  description: orElse(z.string(), ""),
  defaultValue: maybe(z.union([z.string(), z.number().transform(String), z.boolean().transform(String)])),
  type: orElse(configurationType, DEFAULT_CONFIGURATION_TYPE.type),
  options: maybe(listOf(z.looseObject({ value: z.coerce.string(), description: text }))),
  required: orElse(z.boolean(), false),
  active: orElse(z.boolean(), true),
  internal: orElse(z.boolean(), false),
  hideFromConsole: orElse(z.boolean(), false),
  resellerConfig: orElse(z.boolean(), false),
  companyConfig: orElse(z.boolean(), false),
  groupControl: orElse(z.boolean(), false),
  groupName: text,
  isPrivate: orElse(z.boolean(), false),
  displayOrder: maybe(z.number()),
});

/** A parameter of the element (it applies to every resource) or of one resource (spec §2.9). */
export const parameterSchema = z.looseObject({
  id,
  name: orElse(z.string(), ""),
  vendorName: orElse(z.string(), ""),
  type: oneOf(PARAMETER_TYPES).meta({ description: summaryOf(PLACES, PARAMETER_TYPES) }),
  vendorType: oneOf(VENDOR_TYPES).meta({ description: summaryOf(PLACES, VENDOR_TYPES) }),
  source: orElse(oneOf(["request", "response"]), "request"),
  required: orElse(z.boolean(), false),
  dataType: text.meta({ description: `The name of a model, or a type of data:\n${summaryOf(DATA_TYPES)}` }),
  vendorDataType: text.meta({ description: "The type of data that the provider wants: values are converted to it." }),
  description: text,
  converter: text.meta({ description: summaryOf(CONVERTERS) }),
  model: text,
  sampleData: maybe(z.unknown()),
});

/** A script before or after a request (spec §2.9). Exports leave `body` out if it is private. */
export const hookSchema = z.looseObject({
  id,
  type: oneOf(typesOf(HOOK_TYPES)),
  body: orElse(z.string(), ""),
  mimeType: orElse(z.string(), "application/javascript"),
  isLegacy: orElse(z.boolean(), false),
});

/** The models of a resource (spec §2.9), OpenAPI 2.0 or the older map of definitions. */
export const modelSchema = z.looseObject({
  name: text,
  swagger: maybe(z.record(z.string(), z.unknown())),
  requestName: text,
  requestSwagger: maybe(z.record(z.string(), z.unknown())),
});

export const fieldSchema = z.looseObject({
  id,
  name: z.string().min(1, "must not be empty"),
  displayName: text,
  type: orElse(z.string(), "string"),
  primaryKey: flag,
});

/** An object of the element (spec §2.8). */
export const objectSchema = z.looseObject({
  id,
  name: z.string().min(1, "must not be empty"),
  vendorName: text,
  primaryKeyName: text,
  createdDateName: text,
  createdDateFormat: text,
  updatedDateName: text,
  updatedDateFormat: text,
  fields: listOf(fieldSchema),
});

/** `METHOD:/path` of another resource of the element. */
const nextResource = z.preprocess(
  (value) => (value === null || value === "" ? undefined : value),
  z
    .string()
    .regex(/^[A-Z]+:\/\S*$/i, "must be written METHOD:/path, such as GET:/contacts")
    .optional(),
);

export const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export const PROVIDER_METHODS = [...METHODS, "HEAD", "OPTIONS"] as const;

/** The other names of kinds, in imported elements. */
const otherNamesOf = <Type extends string>(kinds: Readonly<Record<Type, { names?: readonly string[] }>>) =>
  Object.fromEntries(typesOf(kinds).flatMap((type) => (kinds[type].names ?? []).map((name) => [name, type])));

export const resourceSchema = z.looseObject({
  id,
  description: text,
  /** `/hubs/<hub>/<name>…` or `/<name>…`, with `{parameters}`. */
  path: z.string().min(1, "must not be empty"),
  method: oneOf(METHODS),
  vendorPath: orElse(z.string(), ""),
  vendorMethod: maybe(oneOf(PROVIDER_METHODS)),
  type: orElse(oneOf(typesOf(RESOURCE_TYPES), otherNamesOf(RESOURCE_TYPES)), DEFAULT_RESOURCE_TYPE.type).meta({
    description: summaryOf(RESOURCE_TYPES),
  }),
  /** `eb` for built elements; `java` marks code that does not exist here. */
  kind: orElse(z.string(), "eb"),
  rootKey: text,
  requestRootKey: text,
  nextPageKey: text,
  paginationType: maybe(oneOf(typesOf(PAGING_SUPPORT), otherNamesOf(PAGING_SUPPORT))).meta({
    description: summaryOf(PAGING_SUPPORT),
  }),
  /** The default number of rows of a page, and the maximum: more is refused (spec §8). Our own fields. */
  defaultPageSize: maybe(z.int().min(1)),
  maxPageSize: maybe(z.int().min(1)),
  nextResource,
  operationId: text,
  formulaId: maybe(z.int32()),
  parameters: listOf(parameterSchema),
  hooks: listOf(hookSchema),
  model: maybe(modelSchema),
  response: maybe(z.looseObject({ contentType: text })),
});

export const elementKey = indexedText.regex(/^[A-Za-z0-9][\w.-]*$/, "must be letters, digits, - _ and . only");

/** The whole definition of an element: the content of a catalog entry and of an export. */
export const elementSchema = z.looseObject({
  name: displayName,
  key: maybe(elementKey),
  description: z.string(),
  hub: orElse(z.string(), "general"),
  authentication: z.looseObject({ type: oneOf(typesOf(AUTH_TYPES)) }),
  active: orElse(z.boolean(), true),
  cloneable: orElse(z.boolean(), true),
  extendable: orElse(z.boolean(), true),
  /** Other elements are suggested first; the text names them. Its instances keep working. */
  deprecated: maybe(
    z.union([z.boolean(), z.string().max(1000)], "must be true, or a text that says what to use instead"),
  ),
  /** The provider's name for our `Idempotency-Key`, which requests that change something pass on; "" for none. */
  idempotencyKeyHeader: text,
  configuration: listOf(configurationEntrySchema),
  parameters: listOf(parameterSchema),
  hooks: listOf(hookSchema),
  resources: listOf(resourceSchema),
  objects: listOf(objectSchema),
});

export type ConfigurationEntry = z.output<typeof configurationEntrySchema>;
export type Parameter = z.output<typeof parameterSchema>;
export type Hook = z.output<typeof hookSchema>;
export type Model = z.output<typeof modelSchema>;
export type ElementField = z.output<typeof fieldSchema>;
export type ElementObject = z.output<typeof objectSchema>;
export type Resource = z.output<typeof resourceSchema>;
export type Element = z.output<typeof elementSchema>;
