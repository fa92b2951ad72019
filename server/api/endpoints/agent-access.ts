import { z } from "zod";
import { allowConnection, allowFormula, forbidAgents } from "#server/services/agent/allow-agents.ts";
import { listAgentAccess } from "#server/services/agent/list-agent-access.ts";
import { orElse } from "#server/shapes.ts";
import { endpoint } from "../endpoint.ts";
import { id, nothing } from "../records/fields.ts";

const access = z
  .object({
    elementInstanceId: z.number().int().optional(),
    formulaInstanceId: z.number().int().optional(),
    name: z.string().meta({ description: "The name of the instance." }),
    allowsChanges: z.boolean().meta({ description: "Whether agents may make changes, each with a confirmation." }),
    userId: z.number().int().meta({ description: "The user who allowed it." }),
    createdDate: z.string(),
  })
  .meta({ id: "AgentAccess", description: "A permission for agents that use the Model Context Protocol." });

const shared = { auth: "platform", tags: ["Agents"] } as const;
const ofConnection = {
  ...shared,
  path: "/agent-access/element-instances/{elementInstanceId}",
  params: z.object({ elementInstanceId: id }),
} as const;
const ofFormula = {
  ...shared,
  path: "/agent-access/formula-instances/{formulaInstanceId}",
  params: z.object({ formulaInstanceId: id }),
} as const;

export const agentAccessEndpoints = {
  listAgentAccess: endpoint({
    ...shared,
    method: "GET",
    path: "/agent-access",
    summary: "List the permissions of agents",
    description: "Returns the element instances and formula instances that were opened to agents, oldest first.",
    paged: true,
    reply: z.array(access),
    handle: (ctx, { page }) => listAgentAccess(ctx, page),
  }),

  allowConnection: endpoint({
    ...ofConnection,
    method: "PUT",
    summary: "Allow agents to use an element instance",
    description:
      "Agents may read through it; with `allowsChanges` they may also call other operations, each with a confirmation.",
    body: z.object({ allowsChanges: orElse(z.boolean(), false) }),
    reply: access,
    handle: (ctx, { params, body }) =>
      allowConnection(ctx, { elementInstanceId: params.elementInstanceId, permission: body }),
  }),

  forbidConnection: endpoint({
    ...ofConnection,
    method: "DELETE",
    summary: "Close an element instance to agents",
    reply: nothing,
    handle: (ctx, { params }) => forbidAgents(ctx, params),
  }),

  allowFormula: endpoint({
    ...ofFormula,
    method: "PUT",
    summary: "Allow agents to run a formula instance",
    description: "`allowsChanges` must be true, because the steps of a formula may change something.",
    body: z.object({ allowsChanges: orElse(z.boolean(), false) }),
    reply: access,
    handle: (ctx, { params, body }) =>
      allowFormula(ctx, { formulaInstanceId: params.formulaInstanceId, permission: body }),
  }),

  forbidFormula: endpoint({
    ...ofFormula,
    method: "DELETE",
    summary: "Close a formula instance to agents",
    reply: nothing,
    handle: (ctx, { params }) => forbidAgents(ctx, params),
  }),
};
