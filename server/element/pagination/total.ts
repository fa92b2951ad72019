import { isRecord } from "../bare-record.ts";
import type { Exchanged } from "../hub-response-draft.ts";

/** Headers and fields by which providers say how many rows a list has in all. */
const HEADERS = ["x-total-count", "x-total", "total-count", "x-pagination-total-count"];
const FIELDS = /^(?:total|total_?(?:count|size|results|records|items|rows|elements))$/i;
/** Where such a field stands in the body, beside the rows. */
const AROUND = /^(?:meta|_?metadata|pag(?:e|ing|ination)|page_?info|response_?metadata)$/i;

/** How many rows the list has according to the provider; undefined where it does not say so. */
export function totalIn({ headers, raw, body }: Pick<Exchanged, "headers" | "raw" | "body">): number | undefined {
  if (!Array.isArray(body)) return undefined;
  const header = HEADERS.map((name) => headers[name]).find(
    (text) => text !== undefined && /^\d{1,12}$/.test(text.trim()),
  );
  const total = header !== undefined ? Number(header) : inBody(raw);
  // A number that is smaller than the page counts something else.
  return total !== undefined && total >= body.length ? total : undefined;
}

function inBody(raw: unknown): number | undefined {
  if (!isRecord(raw)) return undefined;
  const places = [
    raw,
    ...Object.entries(raw).flatMap(([name, value]) => (AROUND.test(name) && isRecord(value) ? [value] : [])),
  ];
  for (const place of places)
    for (const [name, value] of Object.entries(place))
      if (
        FIELDS.test(name) &&
        Number.isSafeInteger(Number(value)) &&
        Number(value) >= 0 &&
        value !== "" &&
        value !== null
      )
        return Number(value);
  return undefined;
}
