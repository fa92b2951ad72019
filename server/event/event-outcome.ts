/** The outcomes of an event; `ran` and `nothing` say whether it started runs. */
export const EVENT_OUTCOMES = ["ran", "nothing", "failed", "repeated"] as const;
export type EventOutcome = (typeof EVENT_OUTCOMES)[number];
