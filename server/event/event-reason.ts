/** Why an event started no execution of a formula instance, for programs; the message beside it is for people. */
export const EVENT_REASONS = [
  "noInstance",
  "otherInstance",
  "formulaInactive",
  "formulaInstanceInactive",
  "ownerWithoutAccess",
  "createdLater",
  "notProcessed",
  "noObject",
  "notSubscribed",
  "refused",
  "starting",
] as const;

export type EventReason = (typeof EVENT_REASONS)[number];
