import { isRecord } from "./paths.ts";

/** The position of the open item after another was moved. */
export function openAfterMove(open: number | null, from: number, to: number): number | null {
  if (open === null || open === from) return open === null ? null : to;
  const without = open > from ? open - 1 : open;
  return without >= to ? without + 1 : without;
}

/** A copy for another place, without ids, which belong to one place. */
export function withoutId(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutId);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => (key === "id" ? [] : [[key, withoutId(inner)]])),
  );
}
