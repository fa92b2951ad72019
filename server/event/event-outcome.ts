/** The outcomes of an event; `ran` and `nothing` say whether it started runs. */
export const EVENT_OUTCOMES = ["ran", "nothing", "failed", "repeated"] as const;
export type EventOutcome = (typeof EVENT_OUTCOMES)[number];

/** Outcomes that are looked up event by event: only the newest of these events are found. */
export const SEARCHED_OUTCOMES: readonly EventOutcome[] = ["ran", "nothing", "repeated"];
export const MOST_SEARCHED_EVENTS = 20_000;
