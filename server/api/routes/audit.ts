import { listFormulaAudit, listFormulaInstanceAudit } from "#server/services/audit/list-audit-entries.ts";
import * as contract from "../contract/audit.ts";
import { route } from "../route.ts";

export const auditRoutes = [
  route(contract.listFormulaAudit, (ctx, { query, page }) => listFormulaAudit(ctx, query, page)),
  route(contract.listOneFormulaAudit, (ctx, { params, query, page }) =>
    listFormulaAudit(ctx, { ...query, ...params }, page),
  ),
  route(contract.listFormulaInstanceAudit, (ctx, { query, page }) => listFormulaInstanceAudit(ctx, query, page)),
];
