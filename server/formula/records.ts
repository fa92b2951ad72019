import { findStepType } from "./find-definition.ts";
import { asText } from "./place.ts";
import type { Recorded } from "./step-type.ts";
import type { Engine } from "./walk-state.ts";

/** A value of a step as the API shows it: `<stepName>.<key>` (spec §2.10). */
export type ValueRecord = { key: string; value: string | boolean };

/**
 * The values of one step run (spec §2.10). Values are text: objects and lists as compact JSON, text as it is. A result
 * without keys is called `result`. Types may record fewer values, and keys as booleans.
 */
export function recordsOf(stepType: string, engine: Engine, outcome: Recorded): ValueRecord[] {
  const { recorded, booleans = [] } = findStepType(stepType) ?? {};
  const { output, notes, error } = recorded?.(outcome) ?? outcome;
  const failure = error === undefined || error === null ? undefined : { error };
  const records = flatten(output, depthOf(stepType, engine));
  const known = new Set(records.map(({ key }) => key));
  const beside = [...flatten(notes, 1), ...flatten(failure, 1)].filter(({ key }) => !known.has(key));
  return [...records, ...beside].map(({ key, value }) => ({
    key,
    value: booleans.includes(key) ? value === "true" : value,
  }));
}

/** Flattens an object `depth` levels deep; any other value is one `result`, and a missing value gives no record. */
export function flatten(value: unknown, depth: number): { key: string; value: string }[] {
  if (value === undefined || value === null) return [];
  if (depth === 0 || !isObject(value)) return [{ key: "result", value: asText(value) }];
  return Object.entries(value).flatMap(([key, item]) => {
    if (item === undefined) return [];
    if (depth === 1 || !isObject(item)) return [{ key, value: item === null ? "null" : asText(item) }];
    return flatten(item, depth - 1).map((inner) => ({ key: `${key}.${inner.key}`, value: inner.value }));
  });
}

/** An output without the values that are longer than `limit` when recorded, and the keys of those. */
export function withoutLarge(
  stepType: string,
  engine: Engine,
  output: unknown,
  limit: number,
): { output: unknown; truncated: string[] } {
  const truncated: string[] = [];
  const kept = cut(output, depthOf(stepType, engine), "");
  return { output: kept, truncated };

  function cut(value: unknown, depth: number, key: string): unknown {
    if (depth > 0 && isObject(value))
      return Object.fromEntries(
        Object.entries(value).map(([name, item]) => [name, cut(item, depth - 1, key ? `${key}.${name}` : name)]),
      );
    if (asText(value).length <= limit) return value;
    truncated.push(key || "result");
    return undefined;
  }
}

/** The depth to which the output of a step is split into records. */
export const depthOf = (stepType: string, engine: Engine) => findStepType(stepType)?.recordDepth?.(engine) ?? 1;

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);
