import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { ownScope } from "#server/store/database/scope.ts";
import * as notifications from "#server/store/delivery/notifications.ts";
import { requireDesigner } from "../account/require-role.ts";
import { maskInstance } from "../element/mask-instance.ts";
import { presentNotification } from "./present-notification.ts";

/** A notification that is visible to the caller; refuses notFound. */
export async function findNotification({ db, caller }: Context, id: number) {
  const found = await notifications.find(db.prisma, ownScope(caller), id);
  if (!found) throw noSuchNotification(id);
  return found;
}

/** Like `findNotification`; the message of an event is without the secrets of its connection. */
export async function readNotification(ctx: Context, id: number) {
  const shown = presentNotification(await findNotification(ctx, id));
  const { message } = shown;
  const instanceId = typeof message === "object" && message !== null && "instanceId" in message && message.instanceId;
  return typeof instanceId === "number" ? maskInstance(ctx, instanceId, shown) : shown;
}

/** Acknowledges the notification. */
export async function acknowledgeNotification(ctx: Context, id: number) {
  requireDesigner(ctx);
  await notifications.acknowledge(ctx.db.prisma, ownScope(ctx.caller), id, ctx.now());
  return readNotification(ctx, id);
}

/** Deletes the notification with its deliveries. */
export async function deleteNotification(ctx: Context, id: number) {
  requireDesigner(ctx);
  if (!(await notifications.remove(ctx.db.prisma, ownScope(ctx.caller), id))) throw noSuchNotification(id);
  return {};
}

const noSuchNotification = (id: number) => new Failure("notFound", `There is no notification ${id}.`);
