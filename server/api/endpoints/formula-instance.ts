import { z } from "zod";
import { formulaInstancePatchSchema, formulaInstanceSchema } from "#server/formula/shape.ts";
import {
  activateFormulaInstance,
  changeFormulaInstance,
  deleteFormulaInstance,
} from "#server/services/formula-instance/change-formula-instance.ts";
import { createFormulaInstance } from "#server/services/formula-instance/create-formula-instance.ts";
import { listFormulaInstances } from "#server/services/formula-instance/list-formula-instances.ts";
import { readFormulaInstance } from "#server/services/formula-instance/read-formula-instance.ts";
import { endpoint } from "../endpoint.ts";
import { id, nothing } from "../records/fields.ts";
import { formulaInstanceRecord } from "../records/formula.ts";

const shared = { auth: "platform", tags: ["Formula instances"] } as const;
const formula = z.object({ formulaId: id });
const one = z.object({ formulaId: id, formulaInstanceId: id });
const ONE = "/formulas/{formulaId}/instances/{formulaInstanceId}";
const alone = z.object({ formulaInstanceId: id });

export const formulaInstanceEndpoints = {
  listAllFormulaInstances: endpoint({
    ...shared,
    method: "GET",
    path: "/formulas/instances",
    summary: "List formula instances of all formulas",
    query: z.object({
      elementInstanceId: z
        .string()
        .max(20)
        .optional()
        .meta({ description: "Returns only formula instances that use this element instance." }),
      searchText: z.string().max(200).optional().meta({ description: "Text that the name contains." }),
    }),
    paged: true,
    reply: z.array(formulaInstanceRecord),
    handle: (ctx, { query, page }) => listFormulaInstances(ctx, { ...query, page }),
  }),

  readFormulaInstanceAlone: endpoint({
    ...shared,
    method: "GET",
    path: "/formulas/instances/{formulaInstanceId}",
    summary: "Get a formula instance by its id alone",
    params: alone,
    reply: formulaInstanceRecord,
    handle: (ctx, { params }) => readFormulaInstance(ctx, params),
  }),

  deleteFormulaInstanceAlone: endpoint({
    ...shared,
    method: "DELETE",
    path: "/formulas/instances/{formulaInstanceId}",
    summary: "Delete a formula instance by its id alone",
    params: alone,
    reply: nothing,
    handle: (ctx, { params }) => deleteFormulaInstance(ctx, params),
  }),

  listFormulaInstances: endpoint({
    ...shared,
    method: "GET",
    path: "/formulas/{formulaId}/instances",
    summary: "List the instances of a formula",
    params: formula,
    paged: true,
    reply: z.array(formulaInstanceRecord),
    handle: (ctx, { params, page }) => listFormulaInstances(ctx, { ...params, page }),
  }),

  createFormulaInstance: endpoint({
    ...shared,
    method: "POST",
    path: "/formulas/{formulaId}/instances",
    summary: "Create an instance of a formula",
    description: "Required variables need a value. An active formula with a schedule starts to run on its schedule.",
    params: formula,
    body: formulaInstanceSchema,
    reply: formulaInstanceRecord,
    handle: (ctx, { params, body }) => createFormulaInstance(ctx, { formulaId: params.formulaId, input: body }),
  }),

  readFormulaInstance: endpoint({
    ...shared,
    method: "GET",
    path: ONE,
    summary: "Get a formula instance",
    params: one,
    reply: formulaInstanceRecord,
    handle: (ctx, { params }) => readFormulaInstance(ctx, params),
  }),

  changeFormulaInstance: endpoint({
    ...shared,
    method: "PUT",
    path: ONE,
    summary: "Update a formula instance",
    description: "Omitted fields are kept.",
    params: one,
    body: formulaInstancePatchSchema,
    reply: formulaInstanceRecord,
    handle: (ctx, { params, body }) => changeFormulaInstance(ctx, { address: params, changes: body }),
  }),

  deleteFormulaInstance: endpoint({
    ...shared,
    method: "DELETE",
    path: ONE,
    summary: "Delete a formula instance",
    params: one,
    reply: nothing,
    handle: (ctx, { params }) => deleteFormulaInstance(ctx, params),
  }),

  activateFormulaInstance: endpoint({
    ...shared,
    method: "PUT",
    path: `${ONE}/active`,
    summary: "Activate a formula instance",
    params: one,
    reply: nothing,
    handle: (ctx, { params }) => activateFormulaInstance(ctx, { address: params, active: true }),
  }),

  deactivateFormulaInstance: endpoint({
    ...shared,
    method: "DELETE",
    path: `${ONE}/active`,
    summary: "Deactivate a formula instance",
    params: one,
    reply: nothing,
    handle: (ctx, { params }) => activateFormulaInstance(ctx, { address: params, active: false }),
  }),

  listAccountFormulaInstances: endpoint({
    ...shared,
    method: "GET",
    path: "/accounts/{accountId}/formulas/{formulaId}/instances",
    summary: "List the instances of a formula in one account",
    params: z.object({ accountId: id, formulaId: id }),
    paged: true,
    reply: z.array(formulaInstanceRecord),
    handle: (ctx, { params, page }) => listFormulaInstances(ctx, { ...params, page }),
  }),
};
