import { createHash } from "node:crypto";
import type pg from "pg";
import { WithSettings } from "./with-settings.ts";

/** A statement that a connection plans once, for any values. */
export type PlannedOnce = { name: string; text: string; values: unknown[]; isPlannedOnce: true };

/**
 * For lists of partitioned tables, which take longer to plan than to read. Without named statements, behind some
 * poolers, it is planned for each call.
 */
export const plannedOnce = (text: string, values: readonly unknown[]): PlannedOnce => ({
  name: createHash("sha1").update(text).digest("base64url"),
  text,
  values: [...values],
  isPlannedOnce: true,
});

/** Postgres keeps the plans of a connection, however many filters people combine. */
const MOST_PLANS = 100;
/** A plan that was made while a table was empty must not scan the whole table later. */
const PLANNER = { plan_cache_mode: "force_generic_plan", enable_seqscan: "off" };

/** Returns what a new connection sends for a statement: one that is planned once with the settings for its plan. */
export function planner(): (statement: unknown) => unknown {
  const names = new Set<string>();
  return (statement) => {
    if (!isPlannedOnce(statement)) return statement;
    if (!names.has(statement.name) && names.size === MOST_PLANS) return { ...statement, name: undefined };
    names.add(statement.name);
    return new WithSettings(statement satisfies pg.QueryConfig, PLANNER);
  };
}

const isPlannedOnce = (statement: unknown): statement is PlannedOnce =>
  typeof statement === "object" && statement !== null && "isPlannedOnce" in statement;
