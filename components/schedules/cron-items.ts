import { type Field, numberOf, valuesOf } from "#server/formula/cron-field.ts";

/** A number if `from` is `to`, a range if `step` is 1, otherwise every `step`th value from `from` to `to`. */
export type Item = { from: number; to: number; step: number };

/** Steps with few values are shorter as a list: `0/40` of minutes is 0 and 40. */
const MOST_LISTED = 5;

const sizeOf = ({ min, max }: Field) => max - min + 1;

export const isNumber = ({ from, to }: Item): boolean => from === to;

/** Whether a field matches all of its values, such as `*`, `?`, `0/1` and `1-7`. */
export const isEvery = (field: Field, text: string): boolean =>
  text === "?" || valuesOf(field, text).length === sizeOf(field);

/** The interval of a field whose values follow evenly, across its end as well: `0/15` and `0,15,30,45` are 15. */
export function intervalOf(field: Field, text: string): number | undefined {
  const values = valuesOf(field, text);
  const step = sizeOf(field) / values.length;
  const isRepeated = values.length > 1 && Number.isInteger(step);
  return isRepeated && values.every((value, at) => value === field.min + at * step) ? step : undefined;
}

/**
 * The parts of a field. Only one that stands alone and matches more than `mostListed` values may be a step; others are
 * the numbers that they match.
 */
export function itemsOf(field: Field, text: string, mostListed = MOST_LISTED): Item[] {
  const parts = text.split(",");
  return parts.flatMap((part) => {
    const item = itemOf(field, part);
    const values = valuesOf(field, part);
    const isListed = item.step > 1 && (parts.length > 1 || values.length <= mostListed);
    return isListed ? values.map((value) => ({ from: value, to: value, step: 1 })) : [item];
  });
}

/** A part with its last value: `10/20` of minutes ends at 50. */
function itemOf(field: Field, part: string): Item {
  const [span = "", written] = part.split("/");
  const [first = "", last] = span.split("-");
  const step = Number(written ?? 1);
  const from = first === "*" ? field.min : numberOf(field, first);
  const end = last !== undefined ? numberOf(field, last) : first === "*" || written !== undefined ? field.max : from;
  const size = sizeOf(field);
  const length = (end < from ? end + size : end) - from;
  const to = ((from - field.min + length - (length % step)) % size) + field.min;
  return { from, to, step };
}
