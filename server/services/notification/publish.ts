import type { ClientBase } from "pg";
import { insertNotification } from "#server/store/delivery/outbox.ts";

/** A notification for the subscribers of its topic. */
export type Published = {
  organizationId: number;
  /** Null for the whole organization. */
  accountId: number | null;
  topic: string;
  /** The `message` of webhooks, beside the notification's id, topic and date. */
  payload: unknown;
  /** The event that the notification is about: it becomes NOTIFIED once a webhook has accepted it. */
  eventId?: string;
  /** A short text for the inbox; defaults to the topic. */
  text?: string;
};

/**
 * Writes the notification and one delivery per subscription of its topic in the caller's transaction; delivery workers
 * claim them as soon as it is committed.
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
