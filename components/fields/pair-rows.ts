import { isRecord } from "../model/draft.ts";

/** A header as it is edited. One without a name is not part of the request. */
export type HeaderRow = { name: string; value: string };

/** The headers of a request as rows; undefined for text and values that rows would change. */
export function headerRows(headers: unknown): HeaderRow[] | undefined {
  if (headers === undefined || headers === null || headers === "") return [];
  if (!isRecord(headers)) return undefined;
  const rows = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === "string" && name.trim() === name && name !== "" ? [{ name, value }] : [],
  );
  return rows.length === Object.keys(headers).length ? rows : undefined;
}

/** The headers of rows; undefined without any. Of two rows with one name, the later one counts. */
export function headersIn(rows: readonly HeaderRow[]): Record<string, string> | undefined {
  const named = rows.filter(({ name }) => name.trim() !== "");
  return named.length === 0 ? undefined : Object.fromEntries(named.map(({ name, value }) => [name.trim(), value]));
}
