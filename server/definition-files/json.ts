import type { DefinitionJson } from "./definition-kind.ts";

export const isObject = (value: unknown): value is DefinitionJson =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The objects of a list; none if it is no list. */
export const objectsIn = (value: unknown): DefinitionJson[] => (Array.isArray(value) ? value.filter(isObject) : []);

export const textIn = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

/** A whole number, or its digits; undefined for anything else. */
export function idIn(value: unknown): number | undefined {
  const text = typeof value === "number" || typeof value === "string" ? String(value).trim() : "";
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

/** JSON for a repository: sorted keys, two spaces, a line break at the end. */
export const stableJson = (value: unknown): string => `${JSON.stringify(ordered(value), null, 2)}\n`;

/** The same value with sorted keys at every depth, without undefined ones. */
export function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined && inner !== null);
  return Object.fromEntries(
    entries.sort(([one], [other]) => (one < other ? -1 : 1)).map(([key, inner]) => [key, ordered(inner)]),
  );
}

/** A copy without these keys. */
export const without = (json: DefinitionJson, keys: ReadonlySet<string>): DefinitionJson =>
  Object.fromEntries(Object.entries(json).filter(([key]) => !keys.has(key)));
