import { readPath } from "./expression.ts";

/**
 * The values at a path in expression syntax, where `[*]` matches every item of a list or object, as in
 * `orders[*].lines[0].sku`. Missing values are left out.
 */
export function findValues(value: unknown, path: string): unknown[] {
  const [first = "", ...rest] = path.trim().split("[*]");
  return rest.reduce(
    (found, inner) => found.flatMap(itemsOf).flatMap((item) => valueAt(item, inner)),
    valueAt(value, first),
  );
}

function valueAt(value: unknown, path: string): unknown[] {
  const inner = path.replace(/^\./, "");
  if (inner === "") return [value];
  const found = isObject(value) ? readPath(value, inner) : undefined;
  return found === undefined ? [] : [found];
}

const itemsOf = (value: unknown): unknown[] => (isObject(value) ? Object.values(value) : []);

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
