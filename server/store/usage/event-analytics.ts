import { COUNT, perInterval, type Window } from "../database/per-interval.ts";
import type { Reader } from "../database/read-router.ts";

const EVENTS = {
  organization: "e.organization_id",
  account: "e.account_id",
  from: "event e",
  at: "e.created_at",
  keep: "e.account_id, e.element_instance_id, e.error",
} as const;

/** An event that was parsed counts as a success, even if its formulas fail. */
const ENDS = `count(s.bucket) filter (where s.error is null)::int as success, count(s.bucket) filter (where s.error is not null)::int as failed`;

type Ends = { timestamp: Date; count: number; success: number; failed: number };

export const events = (pool: Reader, window: Window) =>
  perInterval<{ timestamp: Date; count: number }>(pool, window, { ...EVENTS, name: "events", columns: COUNT });

/** `accountId` is null in the one row of an interval without events. */
export const eventsByAccount = (pool: Reader, window: Window) =>
  perInterval<Ends & { accountId: number | null }>(pool, window, {
    ...EVENTS,
    name: "events-accounts",
    columns: `s.account_id as "accountId", ${ENDS}, ${COUNT}`,
    group: ", s.account_id",
  });

export const eventsByInstance = (pool: Reader, window: Window) =>
  perInterval<Ends & { instanceId: number | null }>(pool, window, {
    ...EVENTS,
    name: "events-instances",
    columns: `s.element_instance_id as "instanceId", ${ENDS}, ${COUNT}`,
    group: ", s.element_instance_id",
  });
