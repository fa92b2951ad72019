import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { id, longId, moment } from "./fields.ts";

const entry = z
  .object({
    id: z.number().int(),
    entity: z.string().meta({ description: "formula, step, trigger, configuration or formulaInstance." }),
    entityId: z.string(),
    parentId: z.string().optional().meta({ description: "The formula it belongs to." }),
    action: z.string(),
    userId: z.number().int(),
    accountId: z.number().int(),
    createdDate: z.string(),
  })
  .meta({ id: "AuditEntry" });

const query = z.object({
  from: moment.optional(),
  to: moment.optional(),
  userId: id.optional(),
  accountId: id.optional(),
});
const shared = {
  method: "GET",
  auth: "platform",
  tags: ["Audit log"],
  paged: true,
  query,
  reply: z.array(entry),
} as const;

export const listFormulaAudit = endpoint({
  ...shared,
  path: "/audit-logs/formulas",
  summary: "List changes of formulas",
});

export const listOneFormulaAudit = endpoint({
  ...shared,
  path: "/audit-logs/formulas/{entityId}",
  summary: "List changes of one formula, step, trigger or variable",
  words: "The id of a formula covers its steps, triggers and variables.",
  params: z.object({ entityId: longId }),
});

export const listFormulaInstanceAudit = endpoint({
  ...shared,
  path: "/audit-logs/formula-instances",
  summary: "List changes of formula instances",
});
