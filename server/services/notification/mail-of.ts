import type { App } from "#server/context.ts";
import type { EmailMessage } from "#server/formula/ports.ts";
import type { ClaimedDelivery } from "#server/store/delivery/delivery-queue.ts";
import { FAILURE_TOPICS } from "../execution/notify-failure.ts";

/**
 * A notification as an e-mail. One about a failed run leads to its page; others, such as those of a `notification` step,
 * may be read by people who cannot open it.
 */
export function mailOf(
  { env }: { env: Pick<App["env"], "PUBLIC_URL"> },
  { subject, message, payload, topic, executionId }: ClaimedDelivery["notification"],
): Omit<EmailMessage, "to"> {
  const text = message || (payload ?? "");
  if (executionId === null || !FAILURE_TOPICS.has(topic)) return { subject, body: text };
  const page = new URL(`/runs/${executionId}`, env.PUBLIC_URL).href;
  return { subject, body: `${text}\n\nSee what failed, and run it again: ${page}` };
}
