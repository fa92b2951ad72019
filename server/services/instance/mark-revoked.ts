import { isEmailAddress } from "#server/account/email-address.ts";
import type { App } from "#server/context.ts";
import { inTransaction } from "#server/store/database/transaction.ts";
import { insertNotifications } from "#server/store/delivery/outbox.ts";
import type { ElementInstanceRecord } from "#server/store/element-instance/element-instances.ts";
import type { Lease } from "#server/store/element-instance/grant-leases.ts";
import { markInvalid } from "#server/store/element-instance/grant-leases.ts";
import { sealRecipient } from "#server/store/encryption/sealed-address.ts";
import * as users from "#server/store/organization/users.ts";

const TOPIC = "element-instance-reauthentication";

/**
 * Marks the grant as revoked and notifies the owner once: no request is sent before the instance is reauthorized.
 * Returns false, without any effect, if the lease was lost.
 */
export async function markRevoked(
  { db, env, vault }: Pick<App, "db" | "env" | "vault">,
  { lease, instance }: { lease: Lease & { table: "element_instance" }; instance: ElementInstanceRecord },
): Promise<boolean> {
  const { organizationId, accountId, userId, id, name } = instance;
  const owner = await users.find(db.prisma, { organizationId, userId });
  const page = new URL(`/connections/${id}`, env.PUBLIC_URL).href;
  return inTransaction(db.pool, async (client) => {
    if (!(await markInvalid(client, lease))) return false;
    const notice = {
      organizationId,
      accountId,
      topic: TOPIC,
      subject: `"${name}" needs to be reconnected`,
      message: `The provider no longer accepts the access that was granted to the connection "${name}": it has expired or was revoked. Formulas and requests that use the connection fail until you sign in to the provider again: ${page}`,
      executionId: null,
    };
    const recipients = [
      null,
      ...(owner?.active && isEmailAddress(owner.email) ? [sealRecipient(vault, organizationId, owner.email)] : []),
    ];
    await insertNotifications(
      client,
      recipients.map((recipient) => ({ ...notice, recipient })),
    );
    return true;
  });
}
