import type { Configuration } from "./shape.ts";

type Values = Readonly<Record<string, unknown>>;

/** The variables that hold element instances. */
export const instanceKeys = (variables: readonly Configuration[]): string[] =>
  variables.flatMap(({ key, type }) => (type === "elementInstance" ? [key] : []));

/**
 * The values by which the owner of a formula instance bound element instances to it: those that were entered as such. A
 * number that was entered for something else binds nothing, whatever the variable becomes.
 */
export const boundValues = (
  keys: readonly string[],
  { configuration, boundKeys }: { configuration: Values; boundKeys: readonly string[] | null },
): unknown[] => keys.filter((key) => boundKeys?.includes(key) ?? true).map((key) => configuration[key]);

/** The variables that are bound after their values changed from `before` without being entered one by one. */
export const boundAfter = (
  variables: readonly Configuration[],
  before: { configuration: Values; boundKeys: readonly string[] | null },
  after: Values,
): string[] =>
  instanceKeys(variables).filter(
    (key) => after[key] !== before.configuration[key] || (before.boundKeys?.includes(key) ?? true),
  );
