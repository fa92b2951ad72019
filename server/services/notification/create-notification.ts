import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { isEventTopic } from "#server/event/callback.ts";
import { inTransaction } from "#server/store/database/transaction.ts";
import { insertNotification } from "#server/store/delivery/outbox.ts";
import { requireDesigner } from "../account/require-role.ts";
import { readNotification } from "./find-notification.ts";

export type NewNotification = { severity: string; topic: string; message: string; from: string };

/**
 * Notifies the subscribers of the topic. Refuses the topics of events (badRequest), because receivers trust that those
 * events come from a provider.
 */
export async function createNotification(ctx: Context, { from, topic, ...given }: NewNotification) {
  requireDesigner(ctx);
  if (isEventTopic(topic))
    throw new Failure(
      "badRequest",
      "topic: this topic is reserved for events of element instances. Choose another topic.",
    );
  const { organizationId, accountId } = ctx.caller;
  const notification = { ...given, organizationId, accountId, topic, subject: topic, sender: from };
  return readNotification(ctx, await inTransaction(ctx.db.pool, (client) => insertNotification(client, notification)));
}
