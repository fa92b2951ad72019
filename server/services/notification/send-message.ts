import type { App } from "#server/context.ts";
import type { EmailMessage } from "#server/formula/ports.ts";
import { inTransaction } from "#server/store/database/transaction.ts";
import { insertNotification } from "#server/store/delivery/outbox.ts";
import { sealRecipient } from "#server/store/encryption/sealed-address.ts";

type Sent = {
  owner: { organizationId: number; accountId: number };
  message: EmailMessage;
  /** The run to which the mail leads. */
  executionId?: number | undefined;
};

/**
 * Queues a message that a script or a step of this owner sends; its outcome is stored in the notification records.
 * Returns whether there is a mail server to send it; otherwise it is in the inbox only.
 */
export async function sendMessage(
  { db, env, vault }: Pick<App, "db" | "env" | "vault">,
  { owner: { organizationId, accountId }, message: { to, subject, body }, executionId }: Sent,
): Promise<boolean> {
  const topic = "formula-message";
  const recipient = sealRecipient(vault, organizationId, to);
  const notification = { organizationId, accountId, topic, subject, message: body, recipient, executionId };
  await inTransaction(db.pool, (client) => insertNotification(client, notification));
  return env.SMTP_URL !== undefined;
}
