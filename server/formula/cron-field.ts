import { Failure } from "#server/errors.ts";

/** One field of a cron: its label, its range, and the names of some values. */
export type Field = { label: string; min: number; max: number; names?: readonly string[]; cyclic?: false };

export const SECOND: Field = { label: "second", min: 0, max: 59 };
export const MINUTE: Field = { label: "minute", min: 0, max: 59 };
export const HOUR: Field = { label: "hour", min: 0, max: 23 };
export const DAY: Field = { label: "day of month", min: 1, max: 31 };
export const MONTH: Field = {
  label: "month",
  min: 1,
  max: 12,
  names: ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"],
};
/** 1 to 7 are Monday to Sunday (spec §2.3), unlike Quartz, which begins with Sunday. */
export const WEEKDAY: Field = {
  label: "day of week",
  min: 1,
  max: 7,
  names: ["MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"],
};
export const YEAR: Field = { label: "year", min: 1900, max: 3000, cyclic: false };

/** The error of a field, with its valid range. */
export const wrong = ({ label, min, max }: Field, text: string) =>
  new Failure(
    "badRequest",
    `cron: ${label} "${text.slice(0, 40)}" is not valid; use ${min}-${max}, *, lists, ranges or a/b.`,
  );

/** The values of a numeric field, ascending: `*`, `5`, `1-5`, `22-2`, `0/15`, `1-30/5`, names, and lists of these. */
export function valuesOf(field: Field, text: string): number[] {
  const values = new Set<number>();
  for (const part of text.split(",")) for (const value of partValues(field, part)) values.add(value);
  return [...values].toSorted((a, b) => a - b);
}

/** A step larger than the range is accepted: `0/60` is just 0. */
function partValues(field: Field, part: string): number[] {
  const [, range = "", step] = /^([^/]+)(?:\/(\d{1,9}))?$/.exec(part) ?? [];
  if (!range || (step !== undefined && Number(step) < 1)) throw wrong(field, part);
  const [first = "", last, ...rest] = range.split("-");
  if (rest.length > 0 || first === "" || last === "") throw wrong(field, part);
  const from = first === "*" && last === undefined ? field.min : numberOf(field, first);
  const to = last !== undefined ? numberOf(field, last) : first === "*" || step !== undefined ? field.max : from;
  if (to < from && field.cyclic === false) throw wrong(field, part);
  const size = field.max - field.min + 1;
  const length = (to < from ? to + size : to) - from;
  const values: number[] = [];
  for (let ahead = 0; ahead <= length; ahead += Number(step ?? 1))
    values.push(((from - field.min + ahead) % size) + field.min);
  return values;
}

/** Parses one value: a number in the range, or a name. */
export function numberOf(field: Field, text: string): number {
  const named = field.names?.indexOf(text.toUpperCase()) ?? -1;
  if (named >= 0) return named + field.min;
  const value = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= field.min && value <= field.max) return value;
  throw wrong(field, text);
}
