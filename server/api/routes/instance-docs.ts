import { readInstanceDefinitions, readInstanceDocs } from "#server/services/instance/read-docs.ts";
import * as contract from "../endpoints/instance-docs.ts";
import { route } from "../route.ts";

/** Without an id the instance is the one of the caller's token. */
export const instanceDocsRoutes = [
  route(contract.documentInstance, async (ctx, { params, query: { operationId } }) => ({
    ...(await readInstanceDocs(ctx, params, { operationId })),
  })),
  route(contract.documentOwnInstance, async (ctx, { query: { operationId } }) => ({
    ...(await readInstanceDocs(ctx, {}, { operationId })),
  })),
  route(contract.documentOperation, async (ctx, { params: { operationId, ...address } }) => ({
    ...(await readInstanceDocs(ctx, address, { operationId })),
  })),
  route(contract.documentOwnOperation, async (ctx, { params }) => ({ ...(await readInstanceDocs(ctx, {}, params)) })),
  route(contract.readDefinitions, (ctx, { params: { operationId, ...address } }) =>
    readInstanceDefinitions(ctx, address, { operationId }),
  ),
  route(contract.readOwnDefinitions, (ctx, { params }) => readInstanceDefinitions(ctx, {}, params)),
];
