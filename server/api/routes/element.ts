import { requireDesigner } from "#server/services/account/require-role.ts";
import { activateElement } from "#server/services/element/activate-element.ts";
import { cloneElement } from "#server/services/element/clone-element.ts";
import {
  addConfiguration,
  listConfiguration,
  removeConfiguration,
  replaceConfiguration,
} from "#server/services/element/configuration.ts";
import { convertElement } from "#server/services/element/convert-element.ts";
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
import * as contract from "../endpoints/element.ts";
import { Answer, route } from "../route.ts";
import { uploadedFile } from "../uploaded-file.ts";

export const elementRoutes = [
  route(contract.listElements, (ctx, { query, page }) => listElements(ctx, { ...query, page })),
  route(contract.listElementKeys, (ctx, { page }) => listElementKeys(ctx, { page })),
  route(contract.createElement, (ctx, { body }) => createElement(ctx, body)),
  route(contract.readElement, async (ctx, { params }) => presentElement(await findShownElement(ctx, params.keyOrId))),
  route(contract.replaceElement, (ctx, { params, body }) => replaceElement(ctx, params.keyOrId, body)),
  route(contract.deleteElement, (ctx, { params }) => deleteElement(ctx, params.keyOrId)),
  route(contract.activateElement, (ctx, { params }) => activateElement(ctx, params.keyOrId, true)),
  route(contract.deactivateElement, (ctx, { params }) => activateElement(ctx, params.keyOrId, false)),
  route(contract.cloneElement, (ctx, { params }) => cloneElement(ctx, params.keyOrId)),
  route(contract.exportElement, async (ctx, { params, query }) => {
    const element = await exportElement(ctx, params.keyOrId, query);
    return new Answer(element, { headers: attachment(`${element.key}.json`) });
  }),
  route(contract.listElementMetadata, (ctx, { query, page }) => listElementMetadata(ctx, { ...query, page })),
  route(contract.readElementMetadata, (ctx, { params, query }) => readElementMetadata(ctx, params.keyOrId, query)),
  route(contract.documentElement, async (ctx, { params, query: { operationId } }) => ({
    ...(await readDocs(ctx, params.keyOrId, { operationId, host: new URL(ctx.env.PUBLIC_URL).host })),
  })),
  route(contract.listElementVersions, async (ctx, { params }) => {
    await findElement(ctx, params.keyOrId);
    return ["api-v2"];
  }),
  route(contract.readElementTransformations, async (ctx, { params }) => await readTransformations(ctx, params.keyOrId)),
  route(contract.readCheatSheet, async (ctx, { params }) => {
    const headers = { "content-type": "text/html; charset=utf-8", "content-security-policy": "default-src 'none'" };
    return new Answer(await readCheatSheet(ctx, params.keyOrId), { headers });
  }),

  route(contract.listElementAccess, (ctx, { params }) => listElementAccess(ctx, params.keyOrId)),
  route(contract.grantElementAccess, (ctx, { params }) => grantElementAccess(ctx, params)),
  route(contract.revokeElementAccess, (ctx, { params }) => revokeElementAccess(ctx, params)),

  route(contract.convertElement, async (ctx, { query, request }) => {
    requireDesigner(ctx);
    return convertElement(ctx, query.type, await uploadedFile(request, contract.convertElement.bodyLimit));
  }),
  route(contract.generateModel, async (ctx, { params, body }) => generateModel(ctx, params.objectName, body)),

  route(contract.listConfiguration, (ctx, { params }) => listConfiguration(ctx, params.keyOrId)),
  route(contract.addConfiguration, (ctx, { params, body }) => addConfiguration(ctx, params.keyOrId, body)),
  route(contract.replaceConfiguration, (ctx, { params, body }) => replaceConfiguration(ctx, params, body)),
  route(contract.removeConfiguration, (ctx, { params }) => removeConfiguration(ctx, params)),

  route(contract.listOauthProxies, (ctx) => proxies.listOauthProxies(ctx)),
  route(contract.createOauthProxy, (ctx, { body }) => proxies.createOauthProxy(ctx, body)),
  route(contract.deleteOauthProxy, (ctx, { params }) => proxies.deleteOauthProxy(ctx, params.oauthProxyId)),
  route(contract.addApplicationUrl, (ctx, { params, query }) =>
    proxies.addApplicationUrl(ctx, params.oauthProxyId, query.applicationUrl),
  ),
  route(contract.removeApplicationUrl, (ctx, { params, query }) =>
    proxies.removeApplicationUrl(ctx, params.oauthProxyId, query.applicationUrl),
  ),
  route(contract.passOn, async (ctx, { params, request }) => {
    const location = await proxies.passOn(ctx, params.oauthProxyId, new URL(request.url).searchParams);
    return new Answer({}, { headers: { location, "referrer-policy": "no-referrer" } });
  }),
];
