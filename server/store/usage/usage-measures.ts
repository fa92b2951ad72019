import { COUNT, perInterval, type Window } from "../database/per-interval.ts";
import type { Reader } from "../database/read-router.ts";

const CALLS = {
  from: "usage u",
  at: "u.created_at",
  organization: "u.organization_id",
  account: "u.account_id",
} as const;

type Counted = { timestamp: Date; count: number };

export const activity = (pool: Reader, window: Window) =>
  perInterval<Counted>(pool, window, { ...CALLS, name: "usage", columns: COUNT });

export const statuses = (pool: Reader, window: Window) =>
  perInterval<Counted & { success: number; failed: number }>(pool, window, {
    ...CALLS,
    name: "usage-statuses",
    keep: "u.status",
    columns: `${COUNT}, count(*) filter (where s.status < 400)::int as success, count(*) filter (where s.status >= 400)::int as failed`,
  });

/** Response times in milliseconds; null without requests. */
export const times = (pool: Reader, window: Window) =>
  perInterval<Counted & Record<"avg" | "min" | "max", number | null>>(pool, window, {
    ...CALLS,
    name: "usage-times",
    keep: "u.process_ms",
    columns: `${COUNT}, avg(s.process_ms)::float8 as avg, min(s.process_ms) as min, max(s.process_ms) as max`,
  });

/** `elementKey` is null in the one row of an interval without requests, and for requests to deleted instances. */
export const elements = (pool: Reader, window: Window) =>
  perInterval<Counted & { elementKey: string | null }>(pool, window, {
    ...CALLS,
    name: "usage-elements",
    keep: "u.element_key",
    columns: `s.element_key as "elementKey", ${COUNT}`,
    group: ", s.element_key",
  });
