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
} from "../records/element.ts";
import { flag, id, nothing } from "../records/fields.ts";

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
  description: "Returns elements without their parts, newest first. Without credentials, returns the catalog.",
  query: z.object({
    where: z.string().max(10_000).optional().meta({
      description:
        "A filter by key, name, hub, private, extended, abridged, active or id, such as private='true' and key in ('a','b').",
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
  description:
    "Send the complete definition, such as an export. Configuration that all elements of this kind need is added.",
  bodyLimit: LARGEST,
  body: elementSchema,
  reply: elementRecord,
});

export const readElement = endpoint({
  ...open,
  method: "GET",
  path: "/elements/{keyOrId}",
  summary: "Get an element",
  description:
    "A key selects a private element before an element of the catalog. Elements of the catalog need no credentials.",
  params: one,
  reply: elementRecord,
});

export const replaceElement = endpoint({
  ...shared,
  method: "PUT",
  path: "/elements/{keyOrId}",
  summary: "Replace an element",
  description: "Unchanged parts keep their ids. If no private element has the key, the element is created.",
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
  description: "Delete its instances first.",
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
  summary: "Copy an element as a private element",
  description: "The key of the copy ends with -clone. OAuth client credentials are not copied.",
  params: one,
  reply: elementRecord,
});

export const exportElement = endpoint({
  ...shared,
  method: "GET",
  path: "/elements/{keyOrId}/export",
  summary: "Export an element as JSON",
  description:
    "The export can be used to create the element elsewhere. `extendedOnly=true` omits resources of the catalog.",
  params: one,
  query: z.object({ extendedOnly: flag }),
  reply: elementExport,
});

const expand = z.object({ expand: flag });

export const listElementMetadata = endpoint({
  ...shared,
  method: "GET",
  path: "/elements/metadata",
  summary: "List the metadata of elements",
  query: expand,
  paged: true,
  reply: z.array(elementMetadataRecord),
});

export const readElementMetadata = endpoint({
  ...shared,
  method: "GET",
  path: "/elements/{keyOrId}/metadata",
  summary: "Get the metadata of an element",
  params: one,
  query: expand,
  reply: elementMetadataRecord,
});

export const documentElement = endpoint({
  ...open,
  method: "GET",
  path: "/elements/{keyOrId}/docs",
  summary: "Get the documentation of an element",
  description: "Returns a Swagger 2.0 document, limited to one operation if you name it.",
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
  summary: "Get a page about an element",
  params: one,
  reply: z.string(),
});

export const listElementAccess = endpoint({
  ...shared,
  method: "GET",
  path: "/elements/{keyOrId}/accounts",
  summary: "List the accounts that have access to a private element",
  params: one,
  reply: z.array(z.number().int()),
});

const access = {
  ...shared,
  path: "/elements/{keyOrId}/accounts/{accountId}",
  params: one.extend({ accountId: id }),
  reply: nothing,
} as const;

export const grantElementAccess = endpoint({
  ...access,
  method: "PUT",
  summary: "Grant an account access to an element",
});

export const revokeElementAccess = endpoint({
  ...access,
  method: "DELETE",
  summary: "Revoke the access of an account to an element",
});

export const convertElement = endpoint({
  ...shared,
  method: "POST",
  path: "/elements/convert",
  summary: "Generate an element from an API description",
  description:
    "Send a multipart form with a file: WSDL 1.1, Swagger 2.0 or OpenAPI 3 as JSON or YAML. Nothing is saved.",
  query: z.object({ type: z.enum(["soap", "swagger"], "must be soap or swagger") }),
  takesFiles: true,
  bodyLimit: LARGEST,
  reply: z.looseObject({ name: z.string(), key: z.string(), resources: z.array(z.looseObject({})) }),
});

export const generateModel = endpoint({
  ...shared,
  method: "POST",
  path: "/models/{objectName}/schema",
  summary: "Generate models from a sample payload",
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
  description: "Keys that all elements of this kind have are reserved.",
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
  description: "An OAuth proxy is one fixed callback URL for several applications.",
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
  summary: "Add a redirect URL to an OAuth proxy",
  description: "`**` in the URL matches any text.",
});

export const removeApplicationUrl = endpoint({
  ...applicationUrl,
  method: "DELETE",
  summary: "Remove a redirect URL from an OAuth proxy",
});

export const passOn = endpoint({
  auth: "none",
  tags: ["Elements"],
  method: "GET",
  path: "/elements/oauthProxies/{oauthProxyId}/callback",
  summary: "Forward the response of a provider",
  description: "Redirects to the URL of the application that the state names.",
  params: proxy,
  status: 302,
  reply: nothing,
});
