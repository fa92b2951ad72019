import { z } from "zod";
import { configurationEntrySchema, configurationType, elementSchema } from "#server/element/shape.ts";
import { activateElement } from "#server/services/element/activate-element.ts";
import { cloneElement } from "#server/services/element/clone-element.ts";
import {
  addConfiguration,
  listConfiguration,
  removeConfiguration,
  replaceConfiguration,
} from "#server/services/element/configuration.ts";
import { createElement } from "#server/services/element/create-element.ts";
import { deleteElement } from "#server/services/element/delete-element.ts";
import { grantElementAccess, listElementAccess, revokeElementAccess } from "#server/services/element/element-access.ts";
import { listElementMetadata, readElementMetadata } from "#server/services/element/element-metadata.ts";
import { exportElement } from "#server/services/element/export-element.ts";
import { findElement, findShownElement } from "#server/services/element/find-element.ts";
import { generateModel } from "#server/services/element/generate-model.ts";
import { listElementKeys, listElements } from "#server/services/element/list-elements.ts";
import * as proxies from "#server/services/element/oauth-proxies.ts";
import { presentElement } from "#server/services/element/present-element.ts";
import { readCheatSheet } from "#server/services/element/read-cheat-sheet.ts";
import { readDocs } from "#server/services/element/read-docs.ts";
import { readTransformations } from "#server/services/element/read-transformations.ts";
import { replaceElement } from "#server/services/element/replace-element.ts";
import { attachment } from "../attachment.ts";
import { endpoint } from "../endpoint.ts";
import { CustomResponse } from "../handler.ts";
import {
  configurationRecord,
  elementExport,
  elementMetadataRecord,
  elementRecord,
  lightElementRecord,
  modelRecord,
  oauthProxyRecord,
} from "../records/element.ts";
import { flag, id, keyOrId, nothing } from "../records/fields.ts";

/** Hooks may have 6 MB. */
const LARGEST = 8 * 1024 * 1024;

const HTML = "text/html";

const shared = { auth: "platform", tags: ["Elements"] } as const;
const open = { auth: "optional", tags: ["Elements"] } as const;
const one = z.object({ keyOrId });
const anything = z.record(z.string(), z.unknown());

const active = { ...shared, path: "/elements/{keyOrId}/active", params: one, reply: elementRecord } as const;

const expand = z.object({ expand: flag });

const access = {
  ...shared,
  path: "/elements/{keyOrId}/accounts/{accountId}",
  params: one.extend({ accountId: id }),
  reply: nothing,
} as const;

const entry = {
  ...shared,
  path: "/elements/{keyOrId}/configuration/{configurationKey}",
  params: one.extend({ configurationKey: z.string().min(1).max(255) }),
} as const;

const proxy = z.object({ oauthProxyId: id });

const applicationUrl = {
  ...shared,
  path: "/elements/oauthProxies/{oauthProxyId}/applicationUrl",
  params: proxy,
  query: z.object({ applicationUrl: z.string().max(2000) }),
  reply: oauthProxyRecord,
} as const;

export const elementEndpoints = {
  listElements: endpoint({
    ...open,
    method: "GET",
    path: "/elements",
    summary: "List elements",
    description: "Returns elements without their parts, newest first. Without credentials, returns the catalog.",
    query: z.object({
      where: z.string().max(10_000).optional().meta({
        description:
          "A filter by key, name, hub, private, ownership, extended, abridged, active or id, such as private='true' and key in ('a','b'). The ownership is yours, shared or builtIn.",
      }),
      search: z.string().trim().max(255).optional().meta({ description: "A part of the name or of the key." }),
    }),
    paged: true,
    reply: z.array(lightElementRecord),
    handle: (ctx, { query, page }) => listElements(ctx, { ...query, page }),
  }),

  listElementKeys: endpoint({
    ...open,
    method: "GET",
    path: "/elements/keys",
    summary: "List the keys of elements",
    paged: true,
    reply: z.array(z.string()),
    handle: (ctx, { page }) => listElementKeys(ctx, { page }),
  }),

  createElement: endpoint({
    ...shared,
    method: "POST",
    path: "/elements",
    summary: "Create an element",
    description:
      "Send the complete definition, such as an export. Configuration that all elements of this kind need is added.",
    bodyLimit: LARGEST,
    body: elementSchema,
    reply: elementRecord,
    handle: (ctx, { body }) => createElement(ctx, body),
  }),

  readElement: endpoint({
    ...open,
    method: "GET",
    path: "/elements/{keyOrId}",
    summary: "Get an element",
    description:
      "A key selects a private element before an element of the catalog. Elements of the catalog need no credentials.",
    params: one,
    reply: elementRecord,
    handle: async (ctx, { params }) => presentElement(await findShownElement(ctx, params.keyOrId)),
  }),

  replaceElement: endpoint({
    ...shared,
    method: "PUT",
    path: "/elements/{keyOrId}",
    summary: "Replace an element",
    description: "Unchanged parts keep their ids. If no private element has the key, the element is created.",
    params: one,
    bodyLimit: LARGEST,
    body: elementSchema,
    reply: elementRecord,
    handle: (ctx, { params, body }) => replaceElement(ctx, { keyOrId: params.keyOrId, element: body }),
  }),

  deleteElement: endpoint({
    ...shared,
    method: "DELETE",
    path: "/elements/{keyOrId}",
    summary: "Delete an element",
    description: "Delete its instances first.",
    params: one,
    reply: nothing,
    handle: (ctx, { params }) => deleteElement(ctx, params.keyOrId),
  }),

  activateElement: endpoint({
    ...active,
    method: "PUT",
    summary: "Activate an element",
    handle: (ctx, { params }) => activateElement(ctx, { keyOrId: params.keyOrId, active: true }),
  }),

  deactivateElement: endpoint({
    ...active,
    method: "DELETE",
    summary: "Deactivate an element",
    handle: (ctx, { params }) => activateElement(ctx, { keyOrId: params.keyOrId, active: false }),
  }),

  cloneElement: endpoint({
    ...shared,
    method: "POST",
    path: "/elements/{keyOrId}/clone",
    summary: "Copy an element as a private element",
    description: "The key of the copy ends with -clone. OAuth client credentials are not copied.",
    params: one,
    reply: elementRecord,
    handle: (ctx, { params }) => cloneElement(ctx, params.keyOrId),
  }),

  exportElement: endpoint({
    ...shared,
    method: "GET",
    path: "/elements/{keyOrId}/export",
    summary: "Export an element as JSON",
    description:
      "The export can be used to create the element elsewhere. `extendedOnly=true` omits resources of the catalog.",
    params: one,
    query: z.object({ extendedOnly: flag }),
    reply: elementExport,
    handle: async (ctx, { params, query }) => {
      const element = await exportElement(ctx, { ...query, keyOrId: params.keyOrId });
      return new CustomResponse(element, { headers: attachment(`${element.key}.json`) });
    },
  }),

  listElementMetadata: endpoint({
    ...shared,
    method: "GET",
    path: "/elements/metadata",
    summary: "List the metadata of elements",
    query: expand,
    paged: true,
    reply: z.array(elementMetadataRecord),
    handle: (ctx, { query, page }) => listElementMetadata(ctx, { ...query, page }),
  }),

  readElementMetadata: endpoint({
    ...shared,
    method: "GET",
    path: "/elements/{keyOrId}/metadata",
    summary: "Get the metadata of an element",
    params: one,
    query: expand,
    reply: elementMetadataRecord,
    handle: (ctx, { params, query }) => readElementMetadata(ctx, { keyOrId: params.keyOrId, input: query }),
  }),

  documentElement: endpoint({
    ...open,
    method: "GET",
    path: "/elements/{keyOrId}/docs",
    summary: "Get the documentation of an element",
    description: "Returns a Swagger 2.0 document, limited to one operation if you name it.",
    params: one,
    query: z.object({ operationId: z.string().optional(), version: z.string().optional() }),
    reply: anything,
    handle: async (ctx, { params, query: { operationId } }) => ({
      ...(await readDocs(ctx, { keyOrId: params.keyOrId, operationId, publicUrl: ctx.env.PUBLIC_URL })),
    }),
  }),

  listElementVersions: endpoint({
    ...shared,
    method: "GET",
    path: "/elements/{keyOrId}/versions",
    summary: "List the versions of an element's documentation",
    params: one,
    reply: z.array(z.string()),
    handle: async (ctx, { params }) => {
      await findElement(ctx, params.keyOrId);
      return ["api-v2"];
    },
  }),

  readElementTransformations: endpoint({
    ...shared,
    method: "GET",
    path: "/elements/{keyOrId}/transformations",
    summary: "List the default transformations of an element",
    params: one,
    reply: z.array(z.looseObject({})),
    handle: async (ctx, { params }) => await readTransformations(ctx, params.keyOrId),
  }),

  readCheatSheet: endpoint({
    ...shared,
    method: "GET",
    path: "/elements/{keyOrId}/cheat-sheet",
    summary: "Get a page about an element",
    params: one,
    fileType: HTML,
    reply: z.string(),
    handle: async (ctx, { params }) => {
      const headers = { "content-type": `${HTML}; charset=utf-8`, "content-security-policy": "default-src 'none'" };
      return new CustomResponse(await readCheatSheet(ctx, params.keyOrId), { headers });
    },
  }),

  listElementAccess: endpoint({
    ...shared,
    method: "GET",
    path: "/elements/{keyOrId}/accounts",
    summary: "List the accounts that have access to a private element",
    params: one,
    reply: z.array(z.number().int()),
    handle: (ctx, { params }) => listElementAccess(ctx, params.keyOrId),
  }),

  grantElementAccess: endpoint({
    ...access,
    method: "PUT",
    summary: "Grant an account access to an element",
    handle: (ctx, { params }) => grantElementAccess(ctx, params),
  }),

  revokeElementAccess: endpoint({
    ...access,
    method: "DELETE",
    summary: "Revoke the access of an account to an element",
    handle: (ctx, { params }) => revokeElementAccess(ctx, params),
  }),

  generateModel: endpoint({
    ...shared,
    method: "POST",
    path: "/models/{objectName}/schema",
    forViewers: true,
    summary: "Generate models from a sample payload",
    description:
      "With samples=true the body is a list of samples: fields that are in all of them are required, and those that are null in some are nullable.",
    params: z.object({ objectName: z.string().min(1).max(255) }),
    query: z.object({ samples: flag.meta({ description: "Set to true if the body is a list of samples." }) }),
    body: z.unknown(),
    reply: modelRecord,
    handle: async (ctx, { params, query, body }) =>
      generateModel(ctx, { ...params, sample: body, areSamples: query.samples ?? false }),
  }),

  listConfiguration: endpoint({
    ...shared,
    method: "GET",
    path: "/elements/{keyOrId}/configuration",
    summary: "List the configuration of an element",
    params: one,
    reply: z.object({ configuration: z.array(configurationRecord), providerData: z.array(z.unknown()) }),
    handle: (ctx, { params }) => listConfiguration(ctx, params.keyOrId),
  }),

  addConfiguration: endpoint({
    ...shared,
    method: "POST",
    path: "/elements/{keyOrId}/configuration",
    summary: "Add a configuration entry to an element",
    description: "Keys that all elements of this kind have are reserved.",
    params: one,
    body: configurationEntrySchema.extend({ description: z.string(), type: configurationType }),
    reply: configurationRecord,
    handle: (ctx, { params, body }) => addConfiguration(ctx, { keyOrId: params.keyOrId, sent: body }),
  }),

  replaceConfiguration: endpoint({
    ...entry,
    method: "PUT",
    summary: "Replace a configuration entry",
    body: configurationEntrySchema,
    reply: configurationRecord,
    handle: (ctx, { params, body }) => replaceConfiguration(ctx, { ...params, sent: body }),
  }),

  removeConfiguration: endpoint({
    ...entry,
    method: "DELETE",
    summary: "Delete a configuration entry",
    reply: nothing,
    handle: (ctx, { params }) => removeConfiguration(ctx, params),
  }),

  listOauthProxies: endpoint({
    ...shared,
    method: "GET",
    path: "/elements/oauthProxies",
    summary: "List OAuth proxies",
    reply: z.array(oauthProxyRecord),
    handle: (ctx) => proxies.listOauthProxies(ctx),
  }),

  createOauthProxy: endpoint({
    ...shared,
    method: "POST",
    path: "/elements/oauthProxies",
    summary: "Create an OAuth proxy",
    description: "An OAuth proxy is one fixed callback URL for several applications.",
    body: z.object({ name: z.string().trim().min(1, "must not be empty").max(200) }),
    reply: oauthProxyRecord,
    handle: (ctx, { body }) => proxies.createOauthProxy(ctx, body),
  }),

  deleteOauthProxy: endpoint({
    ...shared,
    method: "DELETE",
    path: "/elements/oauthProxies/{oauthProxyId}",
    summary: "Delete an OAuth proxy",
    params: proxy,
    reply: nothing,
    handle: (ctx, { params }) => proxies.deleteOauthProxy(ctx, params.oauthProxyId),
  }),

  addApplicationUrl: endpoint({
    ...applicationUrl,
    method: "POST",
    summary: "Add a redirect URL to an OAuth proxy",
    description: "`**` in the URL matches any text.",
    handle: (ctx, { params, query }) => proxies.addApplicationUrl(ctx, params.oauthProxyId, query.applicationUrl),
  }),

  removeApplicationUrl: endpoint({
    ...applicationUrl,
    method: "DELETE",
    summary: "Remove a redirect URL from an OAuth proxy",
    handle: (ctx, { params, query }) => proxies.removeApplicationUrl(ctx, params.oauthProxyId, query.applicationUrl),
  }),

  passOn: endpoint({
    auth: "none",
    tags: ["Elements"],
    method: "GET",
    path: "/elements/oauthProxies/{oauthProxyId}/callback",
    summary: "Forward the response of a provider",
    description: "Redirects to the URL of the application that the state names.",
    params: proxy,
    status: 302,
    reply: nothing,
    handle: async (ctx, { params, request }) => {
      const location = await proxies.passOn(ctx, params.oauthProxyId, new URL(request.url).searchParams);
      return new CustomResponse({}, { headers: { location, "referrer-policy": "no-referrer" } });
    },
  }),
};
