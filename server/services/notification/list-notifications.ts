import type { Context } from "#server/context.ts";
import { mapPage, type PageRequest } from "#server/page.ts";
import { ownScope } from "#server/store/database/scope.ts";
import type { Delivery } from "#server/store/delivery/notifications.ts";
import * as notifications from "#server/store/delivery/notifications.ts";
import { presentNotification } from "./present-notification.ts";

/** The notifications of these topics, such as `threat-level-midnight`. */
export async function listNotifications(
  ctx: Context,
  { page, ...filter }: { topics?: string[] | undefined; delivery?: Delivery | undefined; page: PageRequest },
) {
  const scope = ownScope(ctx.caller);
  return mapPage(await notifications.list(ctx.db.prisma, { scope, ...filter }, page), presentNotification);
}
