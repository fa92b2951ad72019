import type { Page, PageRequest } from "#server/page.ts";
import { bulkFormatOf } from "../bulk/formats/registry.ts";

const ROWS_AT_ONCE = 500;

type Export<Row> = {
  /** A page of the list, in its order. */
  list: (page: PageRequest) => Promise<Page<Row>>;
  format: "csv" | "json";
  /** The columns of a CSV file: the paths of fields, such as `object.objectId`. */
  columns: readonly string[];
  mostRows: number;
};

/**
 * The rows of a list as a file: CSV, in which texts that a spreadsheet would execute are harmless, or JSON lines. Rows
 * are read as fast as they are consumed, so memory does not grow with their number.
 */
export async function* exportRows<Row>({ list, format, columns, mostRows }: Export<Row>): AsyncGenerator<Uint8Array> {
  const { head, write } = bulkFormatOf(format);
  const options = { columns, isNative: true, escapes: true };
  const encoder = new TextEncoder();
  yield encoder.encode(head(options));
  let after: string | undefined;
  let left = mostRows;
  do {
    const page = await list({ size: Math.min(left, ROWS_AT_ONCE), after });
    if (page.items.length > 0) yield encoder.encode(write(page.items, options));
    left -= page.items.length;
    after = page.next;
  } while (after !== undefined && left > 0);
}
