import type { Context } from "#server/context.ts";
import type { AuditEntry } from "#server/generated/prisma/client.ts";
import { isoSeconds } from "#server/iso-date.ts";
import { mapPage, type PageRequest } from "#server/page.ts";
import * as audit from "#server/store/audit.ts";
import { accountsOf } from "../analytics/window.ts";

export type AuditQuery = {
  entityId?: number | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  userId?: number | undefined;
  accountId?: number | undefined;
};

const FORMULA = ["formula", "step", "trigger", "configuration"];

/** Changes of formulas and their parts; `entityId` is a formula's, which covers its parts, or a part's (contract §1.4). */
export const listFormulaAudit = (ctx: Context, query: AuditQuery, page: PageRequest) => list(ctx, FORMULA, query, page);

export const listFormulaInstanceAudit = (ctx: Context, query: AuditQuery, page: PageRequest) =>
  list(ctx, ["formulaInstance"], query, page);

async function list(
  ctx: Context,
  entities: string[],
  { entityId, accountId, userId, from, to }: AuditQuery,
  page: PageRequest,
) {
  const accountIds = await accountsOf(ctx, accountId === undefined ? undefined : [accountId]);
  const filter = {
    organizationId: ctx.caller.organizationId,
    entities,
    ...(entityId !== undefined && { entityId: String(entityId) }),
    ...(accountIds && { accountIds }),
    ...(userId !== undefined && { userId }),
    ...(from && { from }),
    ...(to && { to }),
  };
  return mapPage(await audit.list(ctx.db.prisma, filter, page), present);
}

const present = ({ id, entity, entityId, parentId, action, userId, accountId, createdAt }: AuditEntry) => ({
  id,
  entity,
  entityId,
  parentId: parentId ?? undefined,
  action,
  userId,
  accountId,
  createdDate: isoSeconds(createdAt),
});
