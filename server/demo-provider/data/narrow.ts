import { Refusal } from "../call.ts";
import type { Row } from "./table.ts";

/** The filters and the order that a provider's list supports. */
export type Narrowing = {
  /** Query parameters that must equal a field; dots access nested objects. */
  fields?: readonly string[];
  /** A query parameter, and the date field that must not be earlier. */
  since?: readonly [parameter: string, field: string];
  /** The query parameter with the field to sort by; a leading `-` or a trailing `desc` reverses the order. */
  sort?: string;
};

/** The requested rows in the requested order. Refuses (400) an invalid date. */
export function narrow(rows: readonly Row[], query: URLSearchParams, { fields = [], since, sort }: Narrowing): Row[] {
  const wanted = fields.flatMap((field) => query.getAll(field).map((value) => [field, value] as const));
  const from = since && query.get(since[0]);
  const start = from ? Date.parse(from) : Number.NaN;
  if (from && Number.isNaN(start)) throw new Refusal(400, "bad_request", `${since?.[0]} must be a date.`);
  const kept = rows.filter(
    (row) =>
      wanted.every(([field, value]) => String(at(row, field) ?? "") === value) &&
      (!since || !from || timeOf(at(row, since[1])) >= start),
  );
  const [, minus, field, word] = /^(-?)(\S+)(?: +(asc|desc))?$/i.exec((sort && query.get(sort)) || "") ?? [];
  return field ? sorted(kept, field, minus === "-" || word?.toLowerCase() === "desc") : kept;
}

export function sorted(rows: readonly Row[], field: string, descending: boolean): Row[] {
  const direction = descending ? -1 : 1;
  return rows.toSorted((row, other) => direction * compare(at(row, field), at(other, field)));
}

/** The value at a dotted path. */
export const at = (row: Row, path: string): unknown =>
  path
    .split(".")
    .reduce<unknown>((value, name) => (value === null ? undefined : (value as Row | undefined)?.[name]), row);

/** Dates such as `2026-01-05 08:00:00` are in UTC. */
const timeOf = (value: unknown): number =>
  Date.parse(String(value).replace(/^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/, "$1T$2Z"));

const compare = (value: unknown, other: unknown): number =>
  typeof value === "number" && typeof other === "number"
    ? value - other
    : String(value ?? "").localeCompare(String(other ?? ""), "en");
