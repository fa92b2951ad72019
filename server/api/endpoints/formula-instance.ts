import { z } from "zod";
import { formulaInstancePatchSchema, formulaInstanceSchema } from "#server/formula/shape.ts";
import { endpoint } from "../endpoint.ts";
import { id, nothing } from "../records/fields.ts";
import { formulaInstanceRecord } from "../records/formula.ts";

const shared = { auth: "platform", tags: ["Formula instances"] } as const;
const formula = z.object({ formulaId: id });
const one = z.object({ formulaId: id, formulaInstanceId: id });
const ONE = "/formulas/{formulaId}/instances/{formulaInstanceId}";
const alone = z.object({ formulaInstanceId: id });

export const listAllFormulaInstances = endpoint({
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
});

export const readFormulaInstanceAlone = endpoint({
  ...shared,
  method: "GET",
  path: "/formulas/instances/{formulaInstanceId}",
  summary: "Get a formula instance by its id alone",
  params: alone,
  reply: formulaInstanceRecord,
});

export const deleteFormulaInstanceAlone = endpoint({
  ...shared,
  method: "DELETE",
  path: "/formulas/instances/{formulaInstanceId}",
  summary: "Delete a formula instance by its id alone",
  params: alone,
  reply: nothing,
});

export const listFormulaInstances = endpoint({
  ...shared,
  method: "GET",
  path: "/formulas/{formulaId}/instances",
  summary: "List the instances of a formula",
  params: formula,
  paged: true,
  reply: z.array(formulaInstanceRecord),
});

export const createFormulaInstance = endpoint({
  ...shared,
  method: "POST",
  path: "/formulas/{formulaId}/instances",
  summary: "Create an instance of a formula",
  description: "Required variables need a value. An active formula with a schedule starts to run on its schedule.",
  params: formula,
  body: formulaInstanceSchema,
  reply: formulaInstanceRecord,
});

export const readFormulaInstance = endpoint({
  ...shared,
  method: "GET",
  path: ONE,
  summary: "Get a formula instance",
  params: one,
  reply: formulaInstanceRecord,
});

export const changeFormulaInstance = endpoint({
  ...shared,
  method: "PUT",
  path: ONE,
  summary: "Update a formula instance",
  description: "Omitted fields are kept.",
  params: one,
  body: formulaInstancePatchSchema,
  reply: formulaInstanceRecord,
});

export const deleteFormulaInstance = endpoint({
  ...shared,
  method: "DELETE",
  path: ONE,
  summary: "Delete a formula instance",
  params: one,
  reply: nothing,
});

export const activateFormulaInstance = endpoint({
  ...shared,
  method: "PUT",
  path: `${ONE}/active`,
  summary: "Activate a formula instance",
  params: one,
  reply: nothing,
});

export const deactivateFormulaInstance = endpoint({
  ...shared,
  method: "DELETE",
  path: `${ONE}/active`,
  summary: "Deactivate a formula instance",
  params: one,
  reply: nothing,
});

export const listAccountFormulaInstances = endpoint({
  ...shared,
  method: "GET",
  path: "/accounts/{accountId}/formulas/{formulaId}/instances",
  summary: "List the instances of a formula in one account",
  params: z.object({ accountId: id, formulaId: id }),
  paged: true,
  reply: z.array(formulaInstanceRecord),
});
