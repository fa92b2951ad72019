import { changeBundle } from "#server/services/integration/change-bundle.ts";
import { findIntegration, listIntegrations } from "#server/services/integration/find-integration.ts";
import { presentIntegration } from "#server/services/integration/present-integration.ts";
import { deleteIntegration, saveIntegration } from "#server/services/integration/save-integration.ts";
import * as contract from "../endpoints/integration.ts";
import { route } from "../route.ts";

export const integrationRoutes = [
  route(contract.listIntegrations, (ctx, { page }) => listIntegrations(ctx, { page })),
  route(contract.createIntegration, (ctx, { body }) => saveIntegration(ctx, body)),
  route(contract.readIntegration, async (ctx, { params }) =>
    presentIntegration(await findIntegration(ctx, params.integrationId)),
  ),
  route(contract.renameIntegration, (ctx, { params, body }) =>
    saveIntegration(ctx, { id: params.integrationId, ...body }),
  ),
  route(contract.deleteIntegration, (ctx, { params }) => deleteIntegration(ctx, params.integrationId)),
  route(contract.addFormula, (ctx, { params: { integrationId, formulaId } }) =>
    changeBundle(ctx, { integrationId, bundle: "formulas", memberId: formulaId, does: "add" }),
  ),
  route(contract.removeFormula, (ctx, { params: { integrationId, formulaId } }) =>
    changeBundle(ctx, { integrationId, bundle: "formulas", memberId: formulaId, does: "remove" }),
  ),
  route(contract.addFormulaInstance, (ctx, { params: { integrationId, formulaInstanceId } }) =>
    changeBundle(ctx, { integrationId, bundle: "formulaInstances", memberId: formulaInstanceId, does: "add" }),
  ),
  route(contract.removeFormulaInstance, (ctx, { params: { integrationId, formulaInstanceId } }) =>
    changeBundle(ctx, { integrationId, bundle: "formulaInstances", memberId: formulaInstanceId, does: "remove" }),
  ),
];
