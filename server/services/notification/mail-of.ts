import type { App } from "#server/context.ts";
import type { EmailMessage } from "#server/formula/ports.ts";
import type { ClaimedDelivery } from "#server/store/delivery/delivery-queue.ts";
import { FAILURE_TOPICS } from "../execution/notify-failure.ts";

/**
 * A notification as an e-mail. One about a run leads to its page; messages of scripts are about none, as people may read
 * them who cannot open it.
 */
export function mailOf(
  { env }: { env: Pick<App["env"], "PUBLIC_URL"> },
  { subject, message, payload, topic, executionId }: ClaimedDelivery["notification"],
): Omit<EmailMessage, "to"> {
  const text = message || (payload ?? "");
  if (executionId === null) return { subject, body: text };
  const page = new URL(`/runs/${executionId}`, env.PUBLIC_URL).href;
  const todo = FAILURE_TOPICS.has(topic) ? "See what failed, and run it again" : "See the run";
  return { subject, body: `${text}\n\n${todo}: ${page}` };
}
