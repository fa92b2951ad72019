import type { App, Mailer } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import type { Ports } from "#server/formula/ports.ts";
import { findPending, markDelivery, noteFailure, type PendingNotification } from "#server/store/outbox.ts";

const TIMEOUT_MS = 15_000;

type World = { http: Ports["http"]; mailer: Mailer };

/**
 * Takes a notification to the e-mail address or webhook it names. What failed is noted and thrown, so that the queue
 * repeats it; what a mail server refused for good has failed at once. Without SMTP, e-mails stay in the inbox.
 */
export async function deliverNotification(
  { db, log }: Pick<App, "db" | "log">,
  world: World,
  notificationId: number,
): Promise<void> {
  const pending = await findPending(db.pool, notificationId);
  if (!pending) return;
  try {
    await markDelivery(db.pool, notificationId, await send(world, pending));
  } catch (error) {
    const isLast = error instanceof Failure && error.kind === "unprocessable";
    await noteFailure(db.pool, notificationId, { error: wordsOf(error), isLast });
    if (!isLast) throw error;
    log.warn({ notificationId }, "a notification was refused");
  }
}

async function send({ http, mailer }: World, notification: PendingNotification): Promise<"sent" | "inbox"> {
  const { recipient, subject, message, topic, executionId } = notification;
  if (/^https?:\/\//i.test(recipient)) {
    const body = { topic, subject, message, ...(executionId !== null && { formulaExecutionId: Number(executionId) }) };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const reply = await http({ method: "POST", url: recipient, headers: {}, body, signal });
    if (reply.code < 200 || reply.code > 299) throw new Failure("badGateway", `The webhook responded ${reply.code}.`);
    return "sent";
  }
  if (!mailer) return "inbox";
  await mailer.send({ to: recipient, subject, body: message });
  return "sent";
}

const wordsOf = (error: unknown) => (error instanceof Failure ? error.message : "It could not be sent.");
