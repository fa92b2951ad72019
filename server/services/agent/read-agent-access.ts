import type { Context } from "#server/context.ts";
import * as agentAccess from "#server/store/agent/agent-access.ts";
import { ownScope } from "#server/store/database/scope.ts";
import { findFormulaInstance } from "../formula-instance/find-formula-instance.ts";
import { findInstance } from "../instance/find-instance.ts";
import { presentAgentAccess } from "./list-agent-access.ts";

/**
 * The agents' permission for an instance; null if it is closed to them. Refuses: notFound for an instance that the
 * caller does not see.
 */
export async function readAgentAccess(ctx: Context, subject: agentAccess.AgentSubject) {
  if ("elementInstanceId" in subject) await findInstance(ctx, subject);
  else await findFormulaInstance(ctx, subject);
  const access = await agentAccess.find(ctx.db.prisma, ownScope(ctx.caller), subject);
  return access && presentAgentAccess(access);
}
