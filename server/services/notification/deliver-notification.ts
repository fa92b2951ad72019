import type { App, Mailer } from "#server/context.ts";
import type { Ports } from "#server/formula/ports.ts";
import { findPending, markDelivery } from "#server/store/outbox.ts";

const TIMEOUT_MS = 15_000;

/**
 * Takes a notification to the e-mail address or webhook it names (contract §5, 11); the queue repeats what fails.
 * Without SMTP, e-mails stay in the inbox.
 */
export async function deliverNotification(
  { db, log }: Pick<App, "db" | "log">,
  { http, mailer }: { http: Ports["http"]; mailer: Mailer },
  notificationId: number,
): Promise<void> {
  const pending = await findPending(db.pool, notificationId);
  if (!pending) return;
  const { recipient, subject, message, topic, executionId } = pending;
  if (/^https?:\/\//i.test(recipient)) {
    const body = { topic, subject, message, ...(executionId !== null && { formulaExecutionId: Number(executionId) }) };
    const reply = await http({
      method: "POST",
      url: recipient,
      headers: {},
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (reply.code < 200 || reply.code > 299)
      throw new Error(`The webhook of notification ${notificationId} answered ${reply.code}.`);
  } else if (mailer) {
    await mailer.send({ to: recipient, subject, body: message });
  } else {
    log.info({ notificationId }, "no SMTP_URL: the e-mail stays in the inbox");
    return markDelivery(db.pool, notificationId, "inbox");
  }
  await markDelivery(db.pool, notificationId, "sent");
}
