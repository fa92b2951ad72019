import type { Context } from "#server/context.ts";
import { isoSeconds } from "#server/iso-date.ts";
import { mapPage, type PageRequest } from "#server/page.ts";
import * as agentAccess from "#server/store/agent/agent-access.ts";
import { ownScope } from "#server/store/database/scope.ts";

/** The instances that agents may use, of all that the caller sees, oldest first. */
export const listAgentAccess = async ({ db, caller }: Context, page: PageRequest) =>
  mapPage(await agentAccess.list(db.prisma, ownScope(caller), page), presentAgentAccess);

export const presentAgentAccess = ({
  elementInstanceId,
  formulaInstanceId,
  elementInstance,
  formulaInstance,
  allowsChanges,
  userId,
  createdAt,
}: agentAccess.AgentAccessRecord) => ({
  ...(elementInstanceId !== null && { elementInstanceId }),
  ...(formulaInstanceId !== null && { formulaInstanceId }),
  name: elementInstance?.name ?? formulaInstance?.name ?? "",
  allowsChanges,
  userId,
  createdDate: isoSeconds(createdAt),
});
