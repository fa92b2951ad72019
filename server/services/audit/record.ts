import type { Context } from "#server/context.ts";
import * as audit from "#server/store/audit.ts";
import type { Db } from "#server/store/database.ts";

export type Change = {
  entity: "formula" | "step" | "trigger" | "configuration" | "formulaInstance" | "integration";
  entityId: number;
  /** The formula a part or an instance belongs to. */
  parentId?: number;
  action: string;
};

/** Writes changes into the audit log; inside the transaction that makes them (reliability S20). */
export function record(db: Db, { caller: { organizationId, accountId, userId } }: Context, ...changes: Change[]) {
  const who = { organizationId, accountId, userId };
  return audit.insert(
    db,
    ...changes.map(({ entity, entityId, parentId, action }) => ({
      ...who,
      entity,
      entityId: String(entityId),
      ...(parentId !== undefined && { parentId: String(parentId) }),
      action,
    })),
  );
}
