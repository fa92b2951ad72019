/** The types of changes of an object at a provider. */
export const EVENT_TYPES = ["CREATED", "UPDATED", "DELETED", "UNKNOWN"] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** One change at a provider, in the same form for all providers. Dates are ISO 8601 in UTC. */
export type EventObject = {
  elementKey: string;
  eventType: EventType;
  objectId: string;
  objectType: string;
  date: string;
  pollDate?: string;
  newPath?: string;
  oldPath?: string;
};

/** An object as it arrives. Its key detects repeats; without a key it is never dropped. */
export type IncomingEvent = EventObject & { dedupKey?: string };

/** The states of an event: stored; read; passed to its formulas; complete; notified. */
export const EVENT_STATUSES = ["NEW", "RECEIVED", "DISPATCHED", "CONSUMED", "NOTIFIED"] as const;
export type EventStatus = (typeof EVENT_STATUSES)[number];
