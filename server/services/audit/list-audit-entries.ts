import type { Context } from "#server/context.ts";
import type { AuditEntry } from "#server/generated/prisma/client.ts";
import { isoSeconds } from "#server/iso-date.ts";
import { mapPage, type PageRequest } from "#server/page.ts";
import * as audit from "#server/store/organization/audit.ts";
import { accountsOf } from "../analytics/window.ts";

export type AuditQuery = {
  entityId?: number | string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  userId?: number | undefined;
  accountId?: number | undefined;
};

type Log = Pick<audit.AuditFilter, "entities" | "actions" | "withParts">;

/** The entity of each log. The id of a formula or element includes its parts; a part has its own id. */
const LOGS = {
  everything: {},
  formulas: { entities: ["formula", "step", "trigger", "configuration"], withParts: true },
  formulaInstances: { entities: ["formulaInstance"] },
  elements: {
    entities: ["element", "elementConfiguration", "parameter", "hook", "resource", "model", "object", "field"],
    withParts: true,
  },
  elementInstances: { entities: ["elementInstance"] },
  commonResources: { entities: ["commonResource"] },
  authentication: { actions: ["signedIn", "refused", "limited", "secretRead", "passwordChanged"] },
} as const satisfies Record<string, Log>;

/** Changes, newest first; refuses (forbidden) accounts of others. */
export async function listAudit(
  ctx: Context,
  { log, entityId, accountId, userId, from, to, page }: { log: keyof typeof LOGS; page: PageRequest } & AuditQuery,
) {
  const accountIds = await accountsOf(ctx, accountId === undefined ? undefined : [accountId]);
  const filter: audit.AuditFilter = {
    organizationId: ctx.caller.organizationId,
    ...LOGS[log],
    ...(entityId !== undefined && { entityId: String(entityId) }),
    ...(accountIds && { accountIds }),
    ...(userId !== undefined && { userId }),
    ...(from && { from }),
    ...(to && { to }),
  };
  return mapPage(await audit.list(ctx.db.prisma, filter, page), present);
}

const present = ({
  id,
  entity,
  entityId,
  parentId,
  action,
  userId,
  accountId,
  address,
  agent,
  createdAt,
}: AuditEntry) => ({
  id,
  entity,
  entityId,
  parentId: parentId ?? undefined,
  action,
  userId,
  accountId,
  address: address ?? undefined,
  agent: agent ?? undefined,
  createdDate: isoSeconds(createdAt),
});
