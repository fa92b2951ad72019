import type { App } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import type { Ports } from "#server/formula/ports.ts";
import type { Mailer } from "#server/ports.ts";
import type { ClaimedDelivery } from "#server/store/delivery/delivery-queue.ts";
import { openRecipient } from "#server/store/encryption/sealed-address.ts";
import { type Attempt, DONE, FAILED, failedBy, SHOWN } from "./attempt.ts";
import { mailOf } from "./mail-of.ts";

const TIMEOUT_MS = 15_000;

export type RecipientWorld = { http: Ports["http"]; mailer: Mailer };

/**
 * Sends a notification to the e-mail address or webhook that it names itself, such as in the settings of a formula
 * instance. A message that a mail server rejected permanently is not sent again. Without SMTP, e-mails are in the inbox
 * only.
 */
export async function sendToRecipient(
  { http, mailer, env, vault }: RecipientWorld & Pick<App, "env" | "vault">,
  { organizationId, notification }: Pick<ClaimedDelivery, "organizationId" | "notification">,
): Promise<Attempt> {
  const { subject, message, topic, executionId, payload } = notification;
  if (notification.recipient === null) return SHOWN;
  try {
    const recipient = openRecipient(vault, organizationId, notification.recipient);
    if (/^https?:\/\//i.test(recipient)) {
      const written = { topic, subject, message, ...(executionId !== null && { formulaExecutionId: executionId }) };
      const body = payload === null ? written : (JSON.parse(payload) as unknown);
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const { code } = await http({ method: "POST", url: recipient, headers: {}, body, signal });
      const isTaken = code >= 200 && code <= 299;
      return isTaken ? DONE : { ...FAILED, error: `The webhook responded ${code}.` };
    }
    if (!mailer) return SHOWN;
    await mailer.send({ to: recipient, ...mailOf({ env }, notification) });
    return DONE;
  } catch (error) {
    return { ...failedBy(error), isGone: error instanceof Failure && error.kind === "unprocessable" };
  }
}
