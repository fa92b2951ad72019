import type { Context } from "#server/context.ts";
import type { Notification } from "#server/generated/prisma/client.ts";
import { isoSeconds } from "#server/iso-date.ts";
import { mapPage, type PageRequest } from "#server/page.ts";
import * as notifications from "#server/store/notifications.ts";
import { ownScope } from "#server/store/scope.ts";

/** What people were told under these topics, such as `threat-level-midnight` (contract §5, 10). */
export async function listNotifications(ctx: Context, { topics, page }: { topics: string[]; page: PageRequest }) {
  const scope = ownScope(ctx.caller);
  return mapPage(await notifications.list(ctx.db.prisma, { scope, topics }, page), present);
}

const present = ({ id, severity, topic, subject, message, sender, createdAt, acknowledgedAt }: Notification) => ({
  id,
  severity,
  topic,
  subject,
  message,
  from: sender,
  createdDate: isoSeconds(createdAt),
  active: acknowledgedAt === null,
  acknowledged: acknowledgedAt !== null,
});
