import type { Context } from "#server/context.ts";
import type { AuditEntry } from "#server/generated/prisma/client.ts";
import { isoSeconds } from "#server/iso-date.ts";
import { mapPage, type PageRequest } from "#server/page.ts";
import * as audit from "#server/store/organization/audit.ts";
import { accountsOf } from "../analytics/window.ts";
import { keptSince } from "../retention/kept-since.ts";
import type { ChangedField } from "./changed-fields.ts";

export type AuditQuery = {
  entity?: string | undefined;
  action?: string | undefined;
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
  { page, ...query }: { log: keyof typeof LOGS; page: PageRequest } & AuditQuery,
) {
  // Others may not be allowed to read all of the object: only administrators see its fields.
  const showsChanges = ctx.caller.role === "administrator";
  const found = await audit.list(ctx.db.queries, await auditFilter(ctx, query), page);
  return mapPage(found, (entry) => presentAuditEntry(entry, showsChanges));
}

/** The condition of a query; refuses (forbidden) accounts of others. */
async function auditFilter(
  ctx: Context,
  { log, entity, action, entityId, accountId, userId, from, to }: { log: keyof typeof LOGS } & AuditQuery,
): Promise<audit.AuditFilter> {
  const accountIds = await accountsOf(ctx, accountId === undefined ? undefined : [accountId]);
  const kept = keptSince(ctx, "AUDIT_RETENTION_DAYS");
  return {
    organizationId: ctx.caller.organizationId,
    ...LOGS[log],
    ...(entity !== undefined && { entities: [entity] }),
    ...(action !== undefined && { actions: [action] }),
    ...(entityId !== undefined && { entityId: String(entityId) }),
    ...(accountIds && { accountIds }),
    ...(userId !== undefined && { userId }),
    from: from && from > kept ? from : kept,
    ...(to && { to }),
  };
}

/** An audit entry as the API shows it. */
const presentAuditEntry = (
  { id, entity, entityId, parentId, action, userId, accountId, address, agent, createdAt, changes }: AuditEntry,
  showsChanges: boolean,
) => ({
  id,
  entity,
  entityId,
  parentId: parentId ?? undefined,
  action,
  userId,
  accountId,
  address: address ?? undefined,
  agent: agent ?? undefined,
  ...(showsChanges && changes !== null && { changes: changes as ChangedField[] }),
  createdDate: isoSeconds(createdAt),
});
