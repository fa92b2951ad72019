import { z } from "zod";
import { configurationEntrySchema, configurationType, elementSchema } from "#server/element/shape.ts";
import { endpoint } from "../endpoint.ts";
import {
  configurationRecord,
  elementExport,
  elementMetadataRecord,
  elementRecord,
  lightElementRecord,
  modelRecord,
  oauthProxyRecord,
} from "./element-record.ts";
import { flag, id, nothing } from "./fields.ts";

/** Hooks may have 6 MB. */
const LARGEST = 8 * 1024 * 1024;

/** The key of an element, or its id. */
export const keyOrId = z.string().min(1).max(255);

const shared = { auth: "platform", tags: ["Elements"] } as const;
const open = { auth: "optional", tags: ["Elements"] } as const;
const one = z.object({ keyOrId });
const anything = z.record(z.string(), z.unknown());

export const listElements = endpoint({
  ...open,
  method: "GET",
  path: "/elements",
  summary: "List elements",
  description: "Newest first, without their parts. Who does not say who they are sees the catalog.",
  query: z.object({
    where: z.string().max(10_000).optional().meta({
      description:
        "Columns key, name, hub, private, extended, abridged, active, id: private='true' and key in ('a','b').",
    }),
  }),
  paged: true,
  reply: z.array(lightElementRecord),
});

export const listElementKeys = endpoint({
  ...open,
  method: "GET",
  path: "/elements/keys",
  summary: "List the keys of elements",
  paged: true,
  reply: z.array(z.string()),
});

export const createElement = endpoint({
  ...shared,
  method: "POST",
  path: "/elements",
  summary: "Create an element",
  description: "The whole definition, such as an export. Configuration that every such element has is added.",
  bodyLimit: LARGEST,
  body: elementSchema,
  reply: elementRecord,
});

export const readElement = endpoint({
  ...open,
  method: "GET",
  path: "/elements/{keyOrId}",
  summary: "Read an element",
  description:
    "A key means a private element before one of the catalog. Elements of the catalog are read without credentials.",
  params: one,
  reply: elementRecord,
});

export const replaceElement = endpoint({
  ...shared,
  method: "PUT",
  path: "/elements/{keyOrId}",
  summary: "Replace an element",
  description: "Parts that are the same keep their ids. By a key that no private element has, it is created.",
  params: one,
  bodyLimit: LARGEST,
  body: elementSchema,
  reply: elementRecord,
});

export const deleteElement = endpoint({
  ...shared,
  method: "DELETE",
  path: "/elements/{keyOrId}",
  summary: "Delete an element",
  description: "Its instances must be deleted first.",
  params: one,
  reply: nothing,
});

const active = { ...shared, path: "/elements/{keyOrId}/active", params: one, reply: elementRecord } as const;

export const activateElement = endpoint({ ...active, method: "PUT", summary: "Activate an element" });

export const deactivateElement = endpoint({ ...active, method: "DELETE", summary: "Deactivate an element" });

export const cloneElement = endpoint({
  ...shared,
  method: "POST",
  path: "/elements/{keyOrId}/clone",
  summary: "Copy an element as a private one",
  description: "Its key is the original's with -clone, and the client's credentials are left out.",
  params: one,
  reply: elementRecord,
});

export const exportElement = endpoint({
  ...shared,
  method: "GET",
  path: "/elements/{keyOrId}/export",
  summary: "Download an element as JSON",
  description: "Fit to be created elsewhere. extendedOnly=true leaves out the resources of the catalog.",
  params: one,
  query: z.object({ extendedOnly: flag }),
  reply: elementExport,
});

const expand = z.object({ expand: flag });

export const listElementMetadata = endpoint({
  ...shared,
  method: "GET",
  path: "/elements/metadata",
  summary: "List what is worth knowing of elements",
  query: expand,
  paged: true,
  reply: z.array(elementMetadataRecord),
});

export const readElementMetadata = endpoint({
  ...shared,
  method: "GET",
  path: "/elements/{keyOrId}/metadata",
  summary: "Read what is worth knowing of an element",
  params: one,
  query: expand,
  reply: elementMetadataRecord,
});

export const documentElement = endpoint({
  ...open,
  method: "GET",
  path: "/elements/{keyOrId}/docs",
  summary: "Read the documentation of an element",
  description: "A Swagger 2.0 document, of one operation if it is named.",
  params: one,
  query: z.object({ operationId: z.string().optional(), version: z.string().optional() }),
  reply: anything,
});

export const listElementVersions = endpoint({
  ...shared,
  method: "GET",
  path: "/elements/{keyOrId}/versions",
  summary: "List the versions of an element's documentation",
  params: one,
  reply: z.array(z.string()),
});

export const readElementTransformations = endpoint({
  ...shared,
  method: "GET",
  path: "/elements/{keyOrId}/transformations",
  summary: "List the default transformations of an element",
  params: one,
  reply: z.array(z.looseObject({})),
});

export const readCheatSheet = endpoint({
  ...shared,
  method: "GET",
  path: "/elements/{keyOrId}/cheat-sheet",
  summary: "Read a page about an element",
  params: one,
  reply: z.string(),
});

export const listElementAccess = endpoint({
  ...shared,
  method: "GET",
  path: "/elements/{keyOrId}/accounts",
  summary: "List the accounts that may use a private element beside its own",
  params: one,
  reply: z.array(z.number().int()),
});

const access = {
  ...shared,
  path: "/elements/{keyOrId}/accounts/{accountId}",
  params: one.extend({ accountId: id }),
  reply: nothing,
} as const;

export const grantElementAccess = endpoint({ ...access, method: "PUT", summary: "Let an account use an element" });

export const revokeElementAccess = endpoint({
  ...access,
  method: "DELETE",
  summary: "Let an account use an element no more",
});

export const convertElement = endpoint({
  ...shared,
  method: "POST",
  path: "/elements/convert",
  summary: "Make an element of the description of an API",
  description: "A multipart form with the file: WSDL 1.1, Swagger 2.0 or OpenAPI 3, JSON or YAML. Nothing is saved.",
  query: z.object({ type: z.enum(["soap", "swagger"], "must be soap or swagger") }),
  takesFiles: true,
  bodyLimit: LARGEST,
  reply: z.looseObject({ name: z.string(), key: z.string(), resources: z.array(z.looseObject({})) }),
});

export const generateModel = endpoint({
  ...shared,
  method: "POST",
  path: "/models/{objectName}/schema",
  summary: "Make models of a sample payload",
  params: z.object({ objectName: z.string().min(1).max(255) }),
  body: z.unknown(),
  reply: modelRecord,
});

export const listConfiguration = endpoint({
  ...shared,
  method: "GET",
  path: "/elements/{keyOrId}/configuration",
  summary: "List the configuration of an element",
  params: one,
  reply: z.object({ configuration: z.array(configurationRecord), providerData: z.array(z.unknown()) }),
});

export const addConfiguration = endpoint({
  ...shared,
  method: "POST",
  path: "/elements/{keyOrId}/configuration",
  summary: "Add a configuration entry to an element",
  description: "Keys that every such element has are reserved.",
  params: one,
  body: configurationEntrySchema.extend({ description: z.string("is required"), type: configurationType }),
  reply: configurationRecord,
});

const entry = {
  ...shared,
  path: "/elements/{keyOrId}/configuration/{configurationKey}",
  params: one.extend({ configurationKey: z.string().min(1).max(255) }),
} as const;

export const replaceConfiguration = endpoint({
  ...entry,
  method: "PUT",
  summary: "Replace a configuration entry",
  body: configurationEntrySchema,
  reply: configurationRecord,
});

export const removeConfiguration = endpoint({
  ...entry,
  method: "DELETE",
  summary: "Delete a configuration entry",
  reply: nothing,
});

export const listOauthProxies = endpoint({
  ...shared,
  method: "GET",
  path: "/elements/oauthProxies",
  summary: "List OAuth proxies",
  reply: z.array(oauthProxyRecord),
});

export const createOauthProxy = endpoint({
  ...shared,
  method: "POST",
  path: "/elements/oauthProxies",
  summary: "Create an OAuth proxy",
  description: "One fixed callback address for many applications.",
  body: z.object({ name: z.string("is required").trim().min(1, "must not be empty").max(200) }),
  reply: oauthProxyRecord,
});

const proxy = z.object({ oauthProxyId: id });

export const deleteOauthProxy = endpoint({
  ...shared,
  method: "DELETE",
  path: "/elements/oauthProxies/{oauthProxyId}",
  summary: "Delete an OAuth proxy",
  params: proxy,
  reply: nothing,
});

const applicationUrl = {
  ...shared,
  path: "/elements/oauthProxies/{oauthProxyId}/applicationUrl",
  params: proxy,
  query: z.object({ applicationUrl: z.string("is required").max(2000) }),
  reply: oauthProxyRecord,
} as const;

export const addApplicationUrl = endpoint({
  ...applicationUrl,
  method: "POST",
  summary: "Let an OAuth proxy pass people on to an address",
  description: "** in the address stands for anything.",
});

export const removeApplicationUrl = endpoint({
  ...applicationUrl,
  method: "DELETE",
  summary: "Let an OAuth proxy pass people on to an address no more",
});

export const passOn = endpoint({
  auth: "none",
  tags: ["Elements"],
  method: "GET",
  path: "/elements/oauthProxies/{oauthProxyId}/callback",
  summary: "Pass the answer of a provider on",
  description: "Redirects to the application's address that the state names.",
  params: proxy,
  status: 302,
  reply: nothing,
});
