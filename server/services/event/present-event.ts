import { isoSeconds } from "#server/iso-date.ts";
import type { EventRow } from "#server/store/event/events.ts";

/** An event as the API shows it. */
export function presentEvent(row: EventRow) {
  const { id, elementInstanceId, elementKey, source, status, objects, raw, error, notificationId } = row;
  const [eventDate, updatedDate] = [isoSeconds(row.createdAt), isoSeconds(row.updatedAt)];
  return {
    id: String(id),
    eventDate,
    status,
    source,
    elementInstanceId,
    elementKey,
    ...(raw !== null && { providerData: raw }),
    notifiedData: objects,
    ...(error !== null && { error }),
    eventElementInstances: [
      {
        eventId: String(id),
        elementInstanceId,
        ...(notificationId !== null && { notificationId, notifiedData: JSON.stringify(objects) }),
        createdDate: eventDate,
        updatedDate,
      },
    ],
  };
}
