import { z } from "zod";
import { changeBundle } from "#server/services/integration/change-bundle.ts";
import { findIntegration, listIntegrations } from "#server/services/integration/find-integration.ts";
import { presentIntegration } from "#server/services/integration/present-integration.ts";
import { deleteIntegration, saveIntegration } from "#server/services/integration/save-integration.ts";
import { maybe } from "#server/shapes.ts";
import { endpoint } from "../endpoint.ts";
import { id, nothing } from "../records/fields.ts";

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
  .meta({ id: "Integration", description: "A named group of formulas and formula instances." });

const body = z.object({
  name: z.string().trim().min(1, "must not be empty").max(200),
  stage: maybe(z.string().max(200)).meta({ description: "Stored unchanged." }),
});
const one = z.object({ integrationId: id });
const shared = { auth: "platform", tags: ["Integrations"] } as const;

const formula = one.extend({ formulaId: id });
const formulaInstance = one.extend({ formulaInstanceId: id });

export const integrationEndpoints = {
  listIntegrations: endpoint({
    ...shared,
    method: "GET",
    path: "/integrations",
    summary: "List integrations",
    paged: true,
    reply: z.array(integration),
    handle: (ctx, { page }) => listIntegrations(ctx, { page }),
  }),

  createIntegration: endpoint({
    ...shared,
    method: "POST",
    path: "/integrations",
    summary: "Create an integration",
    body,
    reply: integration,
    handle: (ctx, { body }) => saveIntegration(ctx, body),
  }),

  readIntegration: endpoint({
    ...shared,
    method: "GET",
    path: "/integrations/{integrationId}",
    summary: "Get an integration",
    params: one,
    reply: integration,
    handle: async (ctx, { params }) => presentIntegration(await findIntegration(ctx, params.integrationId)),
  }),

  renameIntegration: endpoint({
    ...shared,
    method: "PUT",
    path: "/integrations/{integrationId}",
    summary: "Update the name or stage of an integration",
    params: one,
    body,
    reply: integration,
    handle: (ctx, { params, body }) => saveIntegration(ctx, { id: params.integrationId, ...body }),
  }),

  deleteIntegration: endpoint({
    ...shared,
    method: "DELETE",
    path: "/integrations/{integrationId}",
    summary: "Delete an integration",
    description: "Its formulas and formula instances are kept.",
    params: one,
    reply: nothing,
    handle: (ctx, { params }) => deleteIntegration(ctx, params.integrationId),
  }),

  addFormula: endpoint({
    ...shared,
    method: "POST",
    path: "/integrations/{integrationId}/formulas/{formulaId}",
    summary: "Add a formula to an integration",
    params: formula,
    reply: nothing,
    handle: (ctx, { params: { integrationId, formulaId } }) =>
      changeBundle(ctx, { integrationId, bundle: "formulas", memberId: formulaId, does: "add" }),
  }),

  removeFormula: endpoint({
    ...shared,
    method: "DELETE",
    path: "/integrations/{integrationId}/formulas/{formulaId}",
    summary: "Remove a formula from an integration",
    params: formula,
    reply: nothing,
    handle: (ctx, { params: { integrationId, formulaId } }) =>
      changeBundle(ctx, { integrationId, bundle: "formulas", memberId: formulaId, does: "remove" }),
  }),

  addFormulaInstance: endpoint({
    ...shared,
    method: "POST",
    path: "/integrations/{integrationId}/formulas/instances/{formulaInstanceId}",
    summary: "Add a formula instance to an integration",
    params: formulaInstance,
    reply: nothing,
    handle: (ctx, { params: { integrationId, formulaInstanceId } }) =>
      changeBundle(ctx, { integrationId, bundle: "formulaInstances", memberId: formulaInstanceId, does: "add" }),
  }),

  removeFormulaInstance: endpoint({
    ...shared,
    method: "DELETE",
    path: "/integrations/{integrationId}/formulas/instances/{formulaInstanceId}",
    summary: "Remove a formula instance from an integration",
    params: formulaInstance,
    reply: nothing,
    handle: (ctx, { params: { integrationId, formulaInstanceId } }) =>
      changeBundle(ctx, { integrationId, bundle: "formulaInstances", memberId: formulaInstanceId, does: "remove" }),
  }),
};
