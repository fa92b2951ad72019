import type { App, Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as notifications from "#server/store/notifications.ts";
import { giveUpDelivery, markPending } from "#server/store/outbox.ts";
import { ownScope } from "#server/store/scope.ts";
import { inTransaction } from "#server/store/transaction.ts";
import { requireDesigner } from "../account/require-role.ts";
import { findNotification, readNotification } from "./find-notification.ts";

/** Ends a notification whose last attempt failed; what went wrong was noted with each attempt. */
export async function giveUpNotification({ db, log }: Pick<App, "db" | "log">, notificationId: number): Promise<void> {
  if (await giveUpDelivery(db.pool, notificationId)) log.warn({ notificationId }, "a notification was not delivered");
}

/** Sends a notification once more that has failed; refuses badRequest for any other. */
export async function resendNotification(ctx: Context, id: number) {
  requireDesigner(ctx);
  const { delivery } = await findNotification(ctx, id);
  if (delivery !== "failed")
    throw new Failure("badRequest", `Notification ${id} is ${delivery}: only a failed notification can be sent again.`);
  await inTransaction(ctx.db.pool, async (client) => {
    // Whoever else sends it again at this moment has queued it already.
    if (await markPending(client, id)) await ctx.queue.send("notification.deliver", { notificationId: id }, client);
  });
  return readNotification(ctx, id);
}

/** The newest that reached nobody and that nobody has acknowledged; `total` counts all of them. */
export async function listFailedNotifications(ctx: Context, limit: number) {
  const page = { size: limit, after: undefined };
  const filter = { scope: ownScope(ctx.caller), delivery: "failed", isAcknowledged: false } as const;
  const { items, total } = await notifications.list(ctx.db.prisma, filter, page);
  return {
    items: items.map(({ id, subject, recipients, error }) => ({ id, subject, recipient: recipients ?? "", error })),
    total,
  };
}
