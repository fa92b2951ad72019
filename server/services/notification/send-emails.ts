import type { Context } from "#server/context.ts";
import { inTransaction } from "#server/store/database/transaction.ts";
import { insertNotifications } from "#server/store/delivery/outbox.ts";
import { sealRecipient } from "#server/store/encryption/sealed-address.ts";
import { requireDesigner } from "../account/require-role.ts";

const TOPIC = "email";

/** Queues one e-mail to each address; without SMTP the notifications are in the inbox only. */
export async function sendEmails(
  ctx: Context,
  { to, subject, message, from }: { to: string[]; subject: string; message: string; from: string },
): Promise<void> {
  requireDesigner(ctx);
  const { organizationId, accountId } = ctx.caller;
  const email = { organizationId, accountId, topic: TOPIC, subject, message, sender: from };
  await inTransaction(ctx.db.pool, (client) =>
    insertNotifications(
      client,
      [...new Set(to)].map((address) => ({ ...email, recipient: sealRecipient(ctx.vault, organizationId, address) })),
    ),
  );
}
