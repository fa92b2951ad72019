import type { ClientBase } from "pg";
import { insertNotification } from "#server/store/outbox.ts";

/** Something to tell whoever has subscribed to its topic. */
export type Published = {
  organizationId: number;
  /** Null: for the whole organization. */
  accountId: number | null;
  topic: string;
  /** What webhooks are sent as `message`, beside the notification's id, topic and date. */
  payload: unknown;
  /** The event it tells of: that event becomes NOTIFIED once a webhook has taken it. */
  eventId?: string;
  /** The same in a few words for the inbox; the topic, where nothing is said. */
  text?: string;
};

/**
 * Writes the notification and one delivery per subscription of its topic into the caller's transaction; delivery
 * workers take them as soon as it is committed.
 */
export async function publish(
  client: ClientBase,
  { payload, text, ...message }: Published,
): Promise<{ notificationId: number }> {
  const { topic } = message;
  const notificationId = await insertNotification(client, {
    ...message,
    subject: topic,
    message: text ?? "",
    payload: JSON.stringify(payload ?? null),
  });
  return { notificationId };
}
