import { shownAddress } from "#server/account/callback-address.ts";
import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { isoSeconds } from "#server/iso-date.ts";
import { ownScope } from "#server/store/database/scope.ts";
import * as notifications from "#server/store/delivery/notifications.ts";
import { sendAgain } from "#server/store/delivery/outbox.ts";
import { requireDesigner } from "../account/require-role.ts";
import { findNotification, readNotification } from "./find-notification.ts";

/** Sends a failed notification again; refuses badRequest for any other. */
export async function resendNotification(ctx: Context, id: number) {
  requireDesigner(ctx);
  const { delivery } = await findNotification(ctx, id);
  if (delivery !== "failed")
    throw new Failure("badRequest", `Notification ${id} is ${delivery}: only a failed notification can be sent again.`);
  await sendAgain(ctx.db.pool, { organizationId: ctx.caller.organizationId, notificationId: id });
  return readNotification(ctx, id);
}

/** The newest failed notifications that nobody has acknowledged; `total` counts all of them. */
export async function listFailedNotifications(ctx: Context, limit: number) {
  const page = { size: limit, after: undefined };
  const filter = { scope: ownScope(ctx.caller), delivery: "failed", isAcknowledged: false } as const;
  const { items, total } = await notifications.list(ctx.db.prisma, filter, page);
  return {
    items: items.map(({ id, subject, recipients, error, createdAt, executionId }) => ({
      ...{ id, subject, recipient: shownAddress(recipients ?? ""), error, createdDate: isoSeconds(createdAt) },
      executionId: executionId === null ? null : Number(executionId),
    })),
    total,
  };
}
