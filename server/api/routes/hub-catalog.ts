import { listElementsOfHub, listHubKeys, listHubs, readHub } from "#server/services/hub-catalog/list-hubs.ts";
import { createHub, deleteHub } from "#server/services/hub-catalog/save-hub.ts";
import * as contract from "../endpoints/hub-catalog.ts";
import { route } from "../route.ts";

export const hubCatalogRoutes = [
  route(contract.listHubs, (ctx, { query, page }) => listHubs(ctx, { ...query, page })),
  route(contract.listHubKeys, (ctx, { page }) => listHubKeys(ctx, { page })),
  route(contract.createHub, (ctx, { body }) => createHub(ctx, body)),
  route(contract.readHub, (ctx, { params }) => readHub(ctx, params.hubKey)),
  route(contract.deleteHub, (ctx, { params }) => deleteHub(ctx, params.hubKey)),
  route(contract.listElementsOfHub, (ctx, { params, page }) => listElementsOfHub(ctx, { key: params.hubKey, page })),
];
