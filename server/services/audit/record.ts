import type { AuditAction, AuditEntity } from "#server/account/audit-kinds.ts";
import type { Context } from "#server/context.ts";
import type { Db } from "#server/store/database/prisma.ts";
import * as audit from "#server/store/organization/audit.ts";
import { changedFields, type FieldChanges } from "./changed-fields.ts";

export type Change = {
  entity: AuditEntity;
  entityId: number | string;
  /** The formula or element that a part or an instance belongs to. */
  parentId?: number;
  action: AuditAction;
  /** The state before and after: the entry says what differs, without secrets. */
  fields?: FieldChanges;
};

/** Writes changes into the audit log, in their transaction. */
export function record(db: Db, { caller, clientAddress, agent }: Context, ...changes: Change[]) {
  const { organizationId, accountId, userId } = caller;
  const who = {
    ...{ organizationId, accountId, userId },
    ...(clientAddress !== undefined && { address: clientAddress }),
    ...(agent !== undefined && { agent }),
  };
  return audit.insert(
    db,
    ...changes.map(({ entity, entityId, parentId, action, fields }) => ({
      ...who,
      entity,
      entityId: String(entityId),
      ...(parentId !== undefined && { parentId: String(parentId) }),
      action,
      ...(fields && { changes: changedFields(fields) }),
    })),
  );
}
