/** Why an event started no execution of a formula instance, as a code; the message is for people. */
export const EVENT_REASONS = [
  "noInstance",
  "otherInstance",
  "formulaInactive",
  "formulaInstanceInactive",
  "ownerWithoutAccess",
  "createdLater",
  "notProcessed",
  "noObject",
  "filtered",
  "notSubscribed",
  "refused",
  "starting",
] as const;

export type EventReason = (typeof EVENT_REASONS)[number];

/** The outcome of an event as a code; the summary is for people. */
export const EVENT_SUMMARIES = ["nothing", "unreadable", "waiting", "noObject", "notSubscribed", "started"] as const;

export type EventSummary = (typeof EVENT_SUMMARIES)[number];
