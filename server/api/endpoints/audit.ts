import { z } from "zod";
import { listAudit } from "#server/services/audit/list-audit-entries.ts";
import { endpoint } from "../endpoint.ts";
import { id, longId, moment } from "../records/fields.ts";

const entry = z
  .object({
    id: z.number().int(),
    entity: z.string().meta({
      description: "The kind of object that changed, such as formula, step, element, resource or elementInstance.",
    }),
    entityId: z.string(),
    parentId: z
      .string()
      .optional()
      .meta({ description: "The id of the formula or element that the object belongs to." }),
    action: z.string(),
    userId: z.number().int(),
    accountId: z.number().int(),
    agent: z.string().optional().meta({ description: "The name of the agent that did it for the user." }),
    address: z.string().optional().meta({ description: "The IP address of the client." }),
    changes: z
      .array(
        z.object({
          field: z.string().meta({ description: "The path of the field, with the names of items of lists." }),
          before: z.string().optional().meta({ description: "JSON text; missing for a field that was added." }),
          after: z.string().optional().meta({ description: "JSON text; missing for a field that was removed." }),
        }),
      )
      .optional()
      .meta({
        description:
          "What a change replaced, for administrators. Secrets are masked, long texts are cut around their first difference, and there are at most 100 fields.",
      }),
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

export const auditEndpoints = {
  listAudit: endpoint({
    ...shared,
    path: "/audit-logs",
    summary: "List all changes",
    handle: (ctx, { query, page }) => listAudit(ctx, { ...query, log: "everything", page }),
  }),

  listAuthenticationAudit: endpoint({
    ...shared,
    path: "/audit-logs/authentication",
    summary: "List sign-ins, failed sign-ins, password changes and reads of secrets",
    handle: (ctx, { query, page }) => listAudit(ctx, { ...query, log: "authentication", page }),
  }),

  listFormulaAudit: endpoint({
    ...shared,
    path: "/audit-logs/formulas",
    summary: "List changes of formulas",
    handle: (ctx, { query, page }) => listAudit(ctx, { ...query, log: "formulas", page }),
  }),

  listOneFormulaAudit: endpoint({
    ...shared,
    path: "/audit-logs/formulas/{entityId}",
    summary: "List changes of one formula, step, trigger or variable",
    description: "The id of a formula also returns changes of its steps, triggers and variables.",
    params: z.object({ entityId: longId }),
    handle: (ctx, { params, query, page }) => listAudit(ctx, { ...query, ...params, log: "formulas", page }),
  }),

  listFormulaInstanceAudit: endpoint({
    ...shared,
    path: "/audit-logs/formula-instances",
    summary: "List changes of formula instances",
    handle: (ctx, { query, page }) => listAudit(ctx, { ...query, log: "formulaInstances", page }),
  }),

  listElementAudit: endpoint({
    ...shared,
    path: "/audit-logs/elements",
    summary: "List changes of elements",
    handle: (ctx, { query, page }) => listAudit(ctx, { ...query, log: "elements", page }),
  }),

  listOneElementAudit: endpoint({
    ...shared,
    path: "/audit-logs/elements/{entityId}",
    summary: "List changes of one element or one of its parts",
    description: "The id of an element also returns changes of its parts.",
    params: z.object({ entityId: longId }),
    handle: (ctx, { params, query, page }) => listAudit(ctx, { ...query, ...params, log: "elements", page }),
  }),

  listElementInstanceAudit: endpoint({
    ...shared,
    path: "/audit-logs/element-instances",
    summary: "List changes of element instances",
    handle: (ctx, { query, page }) => listAudit(ctx, { ...query, log: "elementInstances", page }),
  }),

  listOneElementInstanceAudit: endpoint({
    ...shared,
    path: "/audit-logs/element-instances/{elementInstanceId}",
    summary: "List changes of one element instance",
    params: z.object({ elementInstanceId: id }),
    handle: (ctx, { params, query, page }) =>
      listAudit(ctx, { ...query, entityId: params.elementInstanceId, log: "elementInstances", page }),
  }),

  listCommonResourceAudit: endpoint({
    ...shared,
    path: "/audit-logs/common-resources",
    summary: "List changes of common resources",
    handle: (ctx, { query, page }) => listAudit(ctx, { ...query, log: "commonResources", page }),
  }),

  listOneCommonResourceAudit: endpoint({
    ...shared,
    path: "/audit-logs/common-resources/{objectName}",
    summary: "List changes of one common resource",
    params: z.object({ objectName: z.string().max(255) }),
    handle: (ctx, { params, query, page }) =>
      listAudit(ctx, { ...query, entityId: params.objectName, log: "commonResources", page }),
  }),
};
