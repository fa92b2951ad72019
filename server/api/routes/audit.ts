import { listAudit } from "#server/services/audit/list-audit-entries.ts";
import * as contract from "../endpoints/audit.ts";
import { route } from "../route.ts";

export const auditRoutes = [
  route(contract.listAudit, (ctx, { query, page }) => listAudit(ctx, "everything", query, page)),
  route(contract.listAuthenticationAudit, (ctx, { query, page }) => listAudit(ctx, "authentication", query, page)),
  route(contract.listFormulaAudit, (ctx, { query, page }) => listAudit(ctx, "formulas", query, page)),
  route(contract.listOneFormulaAudit, (ctx, { params, query, page }) =>
    listAudit(ctx, "formulas", { ...query, ...params }, page),
  ),
  route(contract.listFormulaInstanceAudit, (ctx, { query, page }) => listAudit(ctx, "formulaInstances", query, page)),
  route(contract.listElementAudit, (ctx, { query, page }) => listAudit(ctx, "elements", query, page)),
  route(contract.listOneElementAudit, (ctx, { params, query, page }) =>
    listAudit(ctx, "elements", { ...query, ...params }, page),
  ),
  route(contract.listElementInstanceAudit, (ctx, { query, page }) => listAudit(ctx, "elementInstances", query, page)),
  route(contract.listOneElementInstanceAudit, (ctx, { params, query, page }) =>
    listAudit(ctx, "elementInstances", { ...query, entityId: params.elementInstanceId }, page),
  ),
  route(contract.listCommonResourceAudit, (ctx, { query, page }) => listAudit(ctx, "commonResources", query, page)),
  route(contract.listOneCommonResourceAudit, (ctx, { params, query, page }) =>
    listAudit(ctx, "commonResources", { ...query, entityId: params.objectName }, page),
  ),
];
