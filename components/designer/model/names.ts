import { beginsWith } from "#server/formula/expression.ts";

/** The longest of these names that a path begins with. */
export const longestName = (names: readonly string[], path: string): string | undefined =>
  names.filter((name) => beginsWith(path, name)).sort((one, other) => other.length - one.length)[0];

/** `steps.a.b` is `a.b` of `steps`. */
export function splitPath(path: string): [root: string, rest: string] {
  const dot = path.indexOf(".");
  return dot < 0 ? [path, ""] : [path.slice(0, dot), path.slice(dot + 1)];
}
