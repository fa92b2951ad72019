import { shownAddress } from "#server/account/callback-address.ts";
import { parseExactJson } from "#server/exact-json.ts";
import { isoSeconds } from "#server/iso-date.ts";
import type { Delivery, NotificationRecord } from "#server/store/delivery/notifications.ts";

/**
 * A notification as the API returns it, without the credentials in the address of a webhook; its payload, if any, is
 * the message.
 */
export const presentNotification = ({
  id,
  severity,
  topic,
  subject,
  message,
  sender,
  createdAt,
  acknowledgedAt,
  payload,
  delivery,
  recipients,
  error,
}: NotificationRecord & { payload?: string | null }) => ({
  id,
  severity,
  topic,
  subject,
  message: payload == null ? message : parseExactJson(payload),
  from: sender,
  createdDate: isoSeconds(createdAt),
  active: acknowledgedAt === null,
  acknowledged: acknowledgedAt !== null,
  // Only the outbox writes the column.
  delivery: delivery as Delivery,
  ...(recipients !== null && { recipient: shownAddress(recipients) }),
  ...(error !== null && { error }),
});
