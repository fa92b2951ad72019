import { Refusal } from "../call.ts";
import type { Row } from "./table.ts";

/** A page of a list, in the style of a provider. */
export type Slice = { rows: Row[]; total: number; size: number; from: number; next: string | null };
export type Paging = (rows: readonly Row[], query: URLSearchParams) => Slice;

/** The names of the parameters and their limits; sizes above `most` are refused, or reduced to it with `caps`. */
type Sizes = { size: string; standard: number; most: number; caps?: boolean };

/** `?page=&per_page=`, where the first page is 0 or 1. `next` is the number of the next page. */
export const byPage =
  ({ first, page, ...sizes }: Sizes & { first: 0 | 1; page: string }): Paging =>
  (rows, query) => {
    const size = sizeOf(query, sizes);
    const number = wholeNumber(query, page, first);
    if (number < first) throw new Refusal(400, "bad_page", `${page} starts at ${first}.`);
    const slice = sliceOf(rows, (number - first) * size, size);
    return { ...slice, next: slice.next && String(number + 1) };
  };

/** `?offset=&limit=`. `next` is the next offset. */
export const byOffset =
  ({ offset, ...sizes }: Sizes & { offset: string }): Paging =>
  (rows, query) =>
    sliceOf(rows, wholeNumber(query, offset, 0), sizeOf(query, sizes));

/**
 * `?after=<cursor>&limit=`. A cursor names the last row returned, so that inserted or deleted rows do not shift the
 * pages.
 */
export const byCursor =
  ({ cursor, idField = "id", ...sizes }: Sizes & { cursor: string; idField?: string }): Paging =>
  (rows, query) => {
    const size = sizeOf(query, sizes);
    const given = query.get(cursor);
    const seen = given ? lastSeen(given, cursor) : undefined;
    const from = seen === undefined ? 0 : 1 + rows.findIndex((row) => String(row[idField]) === seen);
    if (seen !== undefined && from === 0)
      throw new Refusal(400, "bad_cursor", `${cursor} is not a cursor of this list.`);
    const slice = sliceOf(rows, from, size);
    const last = slice.rows.at(-1);
    return { ...slice, next: slice.next && last ? toCursor(String(last[idField])) : null };
  };

/** All rows, but at most `most`. */
export const unpaged =
  (most: number): Paging =>
  (rows) => ({ ...sliceOf(rows, 0, most), next: null });

function sliceOf(rows: readonly Row[], from: number, size: number): Slice {
  const end = from + size;
  return { rows: rows.slice(from, end), total: rows.length, size, from, next: end < rows.length ? String(end) : null };
}

function sizeOf(query: URLSearchParams, { size, standard, most, caps }: Sizes): number {
  const wanted = wholeNumber(query, size, standard);
  if (wanted < 1 || (wanted > most && !caps)) {
    throw new Refusal(400, "bad_page_size", `${size} must be from 1 to ${most}.`);
  }
  return Math.min(wanted, most);
}

function wholeNumber(query: URLSearchParams, name: string, otherwise: number): number {
  const text = query.get(name);
  if (text === null || text === "") return otherwise;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new Refusal(400, "bad_number", `${name} must be a whole number.`);
}

const toCursor = (id: string) => Buffer.from(`after:${id}`).toString("base64url");

function lastSeen(cursor: string, name: string): string {
  const [, id] = /^after:(.+)$/.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
  if (id === undefined) throw new Refusal(400, "bad_cursor", `${name} is not a cursor of this list.`);
  return id;
}
