import {
  activateFormulaInstance,
  changeFormulaInstance,
  deleteFormulaInstance,
} from "#server/services/formula-instance/change-formula-instance.ts";
import { createFormulaInstance } from "#server/services/formula-instance/create-formula-instance.ts";
import { listFormulaInstances } from "#server/services/formula-instance/list-formula-instances.ts";
import { readFormulaInstance } from "#server/services/formula-instance/read-formula-instance.ts";
import * as contract from "../endpoints/formula-instance.ts";
import { route } from "../route.ts";

export const formulaInstanceRoutes = [
  route(contract.listAllFormulaInstances, (ctx, { query, page }) => listFormulaInstances(ctx, { ...query, page })),
  route(contract.readFormulaInstanceAlone, (ctx, { params }) => readFormulaInstance(ctx, params)),
  route(contract.deleteFormulaInstanceAlone, (ctx, { params }) => deleteFormulaInstance(ctx, params)),
  route(contract.listFormulaInstances, (ctx, { params, page }) => listFormulaInstances(ctx, { ...params, page })),
  route(contract.createFormulaInstance, (ctx, { params, body }) => createFormulaInstance(ctx, params.formulaId, body)),
  route(contract.readFormulaInstance, (ctx, { params }) => readFormulaInstance(ctx, params)),
  route(contract.changeFormulaInstance, (ctx, { params, body }) => changeFormulaInstance(ctx, params, body)),
  route(contract.deleteFormulaInstance, (ctx, { params }) => deleteFormulaInstance(ctx, params)),
  route(contract.activateFormulaInstance, (ctx, { params }) => activateFormulaInstance(ctx, params, true)),
  route(contract.deactivateFormulaInstance, (ctx, { params }) => activateFormulaInstance(ctx, params, false)),
  route(contract.listAccountFormulaInstances, (ctx, { params, page }) =>
    listFormulaInstances(ctx, { ...params, page }),
  ),
];
