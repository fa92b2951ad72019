import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as agentAccess from "#server/store/agent/agent-access.ts";
import { ownScope } from "#server/store/database/scope.ts";
import { requireDesigner } from "../account/require-role.ts";
import { record } from "../audit/record.ts";
import { findFormulaInstance } from "../formula-instance/find-formula-instance.ts";
import { findInstance } from "../instance/find-instance.ts";
import { presentAgentAccess } from "./list-agent-access.ts";

type Permission = { allowsChanges: boolean };

/** Lets agents use a connection. Refuses: forbidden, notFound. */
export async function allowConnection(
  ctx: Context,
  { elementInstanceId, permission }: { elementInstanceId: number; permission: Permission },
) {
  requireDesigner(ctx);
  return allow(ctx, await findInstance(ctx, { elementInstanceId }), { elementInstanceId }, permission);
}

/** Lets agents run a formula instance. Refuses: forbidden, notFound, badRequest without the permission to change. */
export async function allowFormula(
  ctx: Context,
  { formulaInstanceId, permission }: { formulaInstanceId: number; permission: Permission },
) {
  requireDesigner(ctx);
  const instance = await findFormulaInstance(ctx, { formulaInstanceId });
  if (!permission.allowsChanges)
    throw new Failure(
      "badRequest",
      "allowsChanges: must be true for a formula, because its steps may change something.",
    );
  return allow(ctx, instance, { formulaInstanceId }, permission);
}

async function allow(
  ctx: Context,
  { accountId }: { accountId: number },
  subject: agentAccess.AgentSubject,
  permission: Permission,
) {
  const { organizationId, userId } = ctx.caller;
  const saved = await ctx.db.prisma.$transaction(async (tx) => {
    const access = await agentAccess.save(tx, { organizationId, accountId, userId }, subject, permission);
    await record(tx, ctx, { entity: "agentAccess", entityId: access.id, action: "saved" });
    return access;
  });
  return presentAgentAccess(saved);
}

/** Revokes the agents' access to the instance. Refuses: forbidden, notFound. */
export async function forbidAgents(ctx: Context, subject: agentAccess.AgentSubject) {
  requireDesigner(ctx);
  const scope = ownScope(ctx.caller);
  await ctx.db.prisma.$transaction(async (tx) => {
    const access = await agentAccess.find(tx, scope, subject);
    if (!access || !(await agentAccess.remove(tx, scope, subject)))
      throw new Failure("notFound", "This instance is not open to agents.");
    await record(tx, ctx, { entity: "agentAccess", entityId: access.id, action: "deleted" });
  });
  return {};
}
