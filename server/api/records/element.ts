import { z } from "zod";

const id = z.number().int();
const text = z.string().optional();

const identified = z.looseObject({ id });

export const configurationRecord = identified
  .extend({ key: z.string(), name: z.string(), type: z.string(), description: text, defaultValue: text })
  .meta({ id: "ElementConfiguration" });

export const parameterRecord = identified
  .extend({ name: z.string(), vendorName: z.string(), type: z.string(), vendorType: z.string(), source: z.string() })
  .meta({ id: "ElementParameter" });

export const hookRecord = identified
  .extend({
    type: z.string(),
    mimeType: z.string(),
    body: z.string(),
    isLegacy: z.boolean(),
    contextParams: text.meta({ description: "The context variables that the script uses." }),
  })
  .meta({ id: "ElementHook" });

export const modelRecord = z.looseObject({ name: text, requestName: text }).meta({
  id: "ElementModel",
  description: "Maps of definitions: `swagger` describes responses, `requestSwagger` describes requests.",
});

const ownerAccountId = id.meta({ description: "The id of the owning account; 1 is the system." });

export const resourceRecord = identified
  .extend({
    path: z.string(),
    method: z.string(),
    type: z.string(),
    kind: z.string(),
    elementId: id,
    ownerAccountId,
    parameters: z.array(parameterRecord),
    hooks: z.array(hookRecord),
    model: modelRecord.optional(),
  })
  .meta({ id: "ElementResource" });

export const fieldRecord = identified
  .extend({ name: z.string(), type: z.string(), objectId: id, ownerAccountId })
  .meta({ id: "ElementField" });

export const objectRecord = identified
  .extend({ name: z.string(), elementId: id, ownerAccountId, fields: z.array(fieldRecord) })
  .meta({ id: "ElementObject" });

const facts = {
  name: z.string(),
  key: z.string(),
  description: z.string(),
  hub: z.string(),
  active: z.boolean(),
  authentication: z.looseObject({ type: z.string() }),
  private: z
    .boolean()
    .meta({ description: "True if the element belongs to an account, false if it belongs to the catalog." }),
  extended: z.boolean().meta({ description: "True if the account of the caller added resources or objects." }),
  actuallyExtended: z.boolean(),
  typeOauth: z.boolean(),
  deleted: z.boolean(),
};

const stored = { id, ownerAccountId, createdDate: z.string(), updatedDate: z.string() };

/** An element in a list, without its parts. */
export const lightElementRecord = z.looseObject({ ...stored, ...facts }).meta({ id: "ElementSummary" });

/** An element as the API returns it; fields that only another system understands are kept as imported. */
export const elementRecord = z
  .looseObject({
    ...stored,
    ...facts,
    configuration: z.array(configurationRecord),
    parameters: z.array(parameterRecord),
    hooks: z.array(hookRecord),
    resources: z.array(resourceRecord),
    objects: z.array(objectRecord),
  })
  .meta({ id: "Element" });

const parts = z.array(z.looseObject({}));

/** A definition without dates and ids of its parts; with `extendedOnly` also without its owner. */
export const elementExport = z
  .looseObject({
    id,
    ...facts,
    private: facts.private.optional(),
    configuration: parts,
    parameters: parts,
    hooks: parts,
    resources: parts,
    objects: parts,
  })
  .meta({ id: "ElementExport" });

export const elementMetadataRecord = z
  .looseObject({
    id,
    name: z.string(),
    key: z.string(),
    description: z.string(),
    active: z.boolean(),
    beta: z.boolean(),
    extended: z.boolean(),
    defaultAuthentication: z.string(),
    displayOrder: z.number(),
    events: z.looseObject({ supported: z.boolean(), methods: z.array(z.string()) }),
  })
  .meta({ id: "ElementMetadata" });

export const oauthProxyRecord = z
  .object({
    id,
    name: z.string(),
    applicationUrls: z.array(z.string()),
    callbackPath: z.string(),
    createdDate: z.string(),
  })
  .meta({ id: "OauthProxy" });

export const hubRecord = z
  .object({
    id: id.optional(),
    key: z.string(),
    name: z.string(),
    description: z.string(),
    videoLink: text,
    active: z.boolean(),
    resources: z.array(z.object({ method: z.string(), path: z.string() })).optional(),
  })
  .meta({ id: "Hub" });
