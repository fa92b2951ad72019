import { createHash } from "node:crypto";
import type pg from "pg";
import { WithSettings } from "./with-settings.ts";

/** A statement that a connection plans once, for any values, with settings for its plan. */
export type PlannedOnce = { name: string; text: string; values: unknown[]; plannedWith: Record<string, string> };

/** A plan that was made while a table was empty must not scan the whole table later. */
const FOR_ANY_VALUES = { plan_cache_mode: "force_generic_plan", enable_seqscan: "off" };

/**
 * For lists of partitioned tables, which take longer to plan than to read. Without named statements, behind some
 * poolers, it is planned for each call.
 */
export const plannedOnce = (text: string, values: readonly unknown[]): PlannedOnce => ({
  name: createHash("sha1").update(text).digest("base64url"),
  text,
  values: [...values],
  plannedWith: FOR_ANY_VALUES,
});

/**
 * The same for the newest thousands of rows of a list: each partition has them at the end of an index. Postgres would read
 * all rows of the list to sort them, since it reckons with the limit of the whole, but not of its partitions.
 */
export const plannedInOrder = (text: string, values: readonly unknown[]): PlannedOnce => ({
  ...plannedOnce(text, values),
  plannedWith: { ...FOR_ANY_VALUES, enable_bitmapscan: "off" },
});

/** Postgres keeps the plans of a connection, however many filters people combine. */
const MOST_PLANS = 100;

/** Returns what a new connection sends for a statement: one that is planned once with the settings for its plan. */
export function planner(): (statement: unknown) => unknown {
  const names = new Set<string>();
  return (statement) => {
    if (!isPlannedOnce(statement)) return statement;
    if (!names.has(statement.name) && names.size === MOST_PLANS) return { ...statement, name: undefined };
    names.add(statement.name);
    return new WithSettings(statement satisfies pg.QueryConfig, statement.plannedWith);
  };
}

const isPlannedOnce = (statement: unknown): statement is PlannedOnce =>
  typeof statement === "object" && statement !== null && "plannedWith" in statement;
