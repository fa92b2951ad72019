import type { ChangeFilter } from "#server/formula/triggers/event.ts";
import type { Db } from "../database/prisma.ts";

/** A formula instance that is triggered by events of an element instance. */
export type EventSubscription = ChangeFilter & {
  formulaInstanceId: number;
  organizationId: number;
  elementInstanceId: number;
};

/** Replaces all subscriptions of the formula instances with these. */
export async function replace(
  db: Db,
  organizationId: number,
  formulaInstanceIds: number[],
  subscriptions: EventSubscription[],
): Promise<void> {
  await db.eventSubscription.deleteMany({ where: { organizationId, formulaInstanceId: { in: formulaInstanceIds } } });
  if (subscriptions.length > 0) await db.eventSubscription.createMany({ data: subscriptions });
}
