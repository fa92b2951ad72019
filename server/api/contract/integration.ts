import { z } from "zod";
import { maybe } from "#server/shapes.ts";
import { endpoint } from "../endpoint.ts";
import { id, nothing } from "./fields.ts";

const integration = z
  .object({
    id: z.number().int(),
    name: z.string(),
    stage: z.string().optional(),
    formulas: z.array(z.number().int()),
    formulaInstances: z.array(z.number().int()),
    elementInstances: z.array(z.number().int()),
    createdDate: z.string(),
    updatedDate: z.string(),
  })
  .meta({ id: "Integration", description: "A named bundle of formulas and instances." });

const body = z.object({
  name: z.string("is required").trim().min(1, "must not be empty").max(200),
  stage: maybe(z.string().max(200)).meta({ description: "Kept as it is sent." }),
});
const one = z.object({ integrationId: id });
const shared = { auth: "platform", tags: ["Integrations"] } as const;

export const listIntegrations = endpoint({
  ...shared,
  method: "GET",
  path: "/integrations",
  summary: "List integrations",
  paged: true,
  reply: z.array(integration),
});

export const createIntegration = endpoint({
  ...shared,
  method: "POST",
  path: "/integrations",
  summary: "Create an integration",
  body,
  reply: integration,
});

export const readIntegration = endpoint({
  ...shared,
  method: "GET",
  path: "/integrations/{integrationId}",
  summary: "Read an integration",
  params: one,
  reply: integration,
});

export const renameIntegration = endpoint({
  ...shared,
  method: "PUT",
  path: "/integrations/{integrationId}",
  summary: "Rename an integration, or change its stage",
  params: one,
  body,
  reply: integration,
});

export const deleteIntegration = endpoint({
  ...shared,
  method: "DELETE",
  path: "/integrations/{integrationId}",
  summary: "Delete an integration",
  description: "What it bundles stays.",
  params: one,
  reply: nothing,
});

const formula = one.extend({ formulaId: id });
const formulaInstance = one.extend({ formulaInstanceId: id });

export const addFormula = endpoint({
  ...shared,
  method: "POST",
  path: "/integrations/{integrationId}/formulas/{formulaId}",
  summary: "Put a formula into an integration",
  params: formula,
  reply: nothing,
});

export const removeFormula = endpoint({
  ...shared,
  method: "DELETE",
  path: "/integrations/{integrationId}/formulas/{formulaId}",
  summary: "Take a formula out of an integration",
  params: formula,
  reply: nothing,
});

export const addFormulaInstance = endpoint({
  ...shared,
  method: "POST",
  path: "/integrations/{integrationId}/formulas/instances/{formulaInstanceId}",
  summary: "Put a formula instance into an integration",
  params: formulaInstance,
  reply: nothing,
});

export const removeFormulaInstance = endpoint({
  ...shared,
  method: "DELETE",
  path: "/integrations/{integrationId}/formulas/instances/{formulaInstanceId}",
  summary: "Take a formula instance out of an integration",
  params: formulaInstance,
  reply: nothing,
});
