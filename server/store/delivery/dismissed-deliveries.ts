import type { Db } from "../database/prisma.ts";
import type { Scope } from "../database/scope.ts";

type Dismissed = { scope: Scope; subscriptionId: number; notificationId?: number | undefined };

/**
 * Marks held deliveries of a subscription as stored and not sent: a release no longer includes them. Returns their
 * number; those that were released in the meantime are not included.
 */
export function dismiss(db: Db, { scope, subscriptionId, notificationId }: Dismissed): Promise<number> {
  const { organizationId } = scope;
  const accountIds = scope.accountId?.in ?? null;
  // The time of the database: a restart compares it with its own.
  return db.$executeRaw`
    update delivery d set status = 'notified', ready = false, wake_at = null, updated_at = now()
    from subscription s
    where d.organization_id = ${organizationId} and d.subscription_id = ${subscriptionId} and d.status = 'queued'
      and s.id = d.subscription_id and s.organization_id = d.organization_id
      and (${accountIds}::int[] is null or s.account_id = any(${accountIds}))
      and (${notificationId ?? null}::int is null or d.notification_id = ${notificationId ?? null})`;
}

/** Dismisses the deactivation of a subscription after failures; false if there is none to dismiss. */
export async function dismissGivenUp(db: Db, { scope, subscriptionId }: Dismissed): Promise<boolean> {
  const { organizationId } = scope;
  const accountIds = scope.accountId?.in ?? null;
  const count = await db.$executeRaw`
    update subscription set dismissed_given_up_at = given_up_at, updated_at = now()
    where id = ${subscriptionId} and organization_id = ${organizationId}
      and (${accountIds}::int[] is null or account_id = any(${accountIds}))
      and given_up_at is not null and dismissed_given_up_at is distinct from given_up_at`;
  return count > 0;
}
