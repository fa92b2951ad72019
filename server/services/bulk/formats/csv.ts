import { type CsvError, type Info, parse } from "csv-parse";
import { stringify } from "csv-stringify/sync";
import { delimiterReader } from "#server/element/bulk/csv-delimiter.ts";
import { cellText, flatten, MOST_COLUMNS, textOfCell } from "#server/element/bulk/flatten.ts";
import { type DataPath, parseDataPath, writeAt } from "#server/element/data-path.ts";
import { Failure } from "#server/errors.ts";
import { type BulkFormatDefinition, LONGEST_ROW, type ReadRow } from "./bulk-format.ts";

const shown = (text: string) => JSON.stringify(text.slice(0, 100));

/**
 * Tables with a header. A column is the path of a field, such as `address.city`; the columns of a download are those of
 * all rows together. Lists are JSON in one cell. Semicolons and tabs between cells
 * are read as well.
 */
export const csv = {
  type: "csv",
  contentType: "text/csv",
  accepts: ["text/csv"],
  headerLines: 1,
  head: ({ columns, escapes }) =>
    columns.length === 0 ? "" : stringify([columns.map((name) => cellText(name, escapes))]),

  write: (rows, { columns, escapes }) =>
    stringify(
      rows.map((row) => {
        const cells = flatten(row);
        return columns.map((column) => cellText(cells.get(column), escapes));
      }),
    ),

  async *read(text, { escapes }) {
    const { head, rest, delimiter } = await begin(text);
    const parser = parse({
      bom: true,
      delimiter,
      // A file may mix them.
      record_delimiter: ["\r\n", "\n", "\r"],
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: LONGEST_ROW,
    });
    feed(head, rest, parser).catch((error: Error) => parser.destroy(error));
    let header: Header | undefined;
    let row = 0;
    try {
      for await (const { record: cells, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
        const record = cells.map((cell) => textOfCell(cell, escapes));
        if (!header) {
          header = readHeader(record);
          continue;
        }
        // Spreadsheets end their tables with such rows.
        if (record.every((cell) => cell === "")) continue;
        row++;
        yield readCells(row, record, header, info);
      }
    } catch (error) {
      throw asFailure(error, row);
    }
  },
} as const satisfies BulkFormatDefinition;

/** Reads the text as far as its delimiter is known by the header. */
async function begin(text: AsyncIterable<string>) {
  const rest = text[Symbol.asyncIterator]();
  const delimiterIn = delimiterReader();
  let head = "";
  while (head.length <= LONGEST_ROW) {
    const { value, done } = await rest.next();
    // A header without rows may have no line break.
    if (done) return { head, rest, delimiter: delimiterIn("\n") ?? "," };
    head += value;
    const delimiter = delimiterIn(value);
    if (delimiter) return { head, rest, delimiter };
  }
  return { head, rest, delimiter: "," };
}

async function feed(head: string, rest: AsyncIterator<string>, parser: ReturnType<typeof parse>): Promise<void> {
  for await (const piece of continued(head, rest)) {
    if (parser.destroyed) return;
    if (!parser.write(piece))
      await new Promise<void>((resolve) => parser.once("drain", resolve).once("close", resolve));
  }
  parser.end();
}

async function* continued(head: string, rest: AsyncIterator<string>): AsyncIterable<string> {
  try {
    yield head;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

type Header = {
  names: string[];
  paths: DataPath[];
  /** The columns of which one is a part of the other, such as `address` and `address.city`: a row has one of both. */
  exclusive: { whole: number; part: number }[];
};

function readHeader(names: string[]): Header {
  if (names.length > MOST_COLUMNS) throw new Failure("badRequest", `The header has more than ${MOST_COLUMNS} columns.`);
  const seen = new Map<string, number>();
  const paths = names.map((name, at) => {
    const trimmed = name.trim();
    const path = parseDataPath(trimmed);
    if (trimmed === "" || trimmed.includes("\0"))
      throw new Failure("badRequest", `The column ${shown(name)} has no usable name.`);
    if (seen.has(keyOf(path))) throw new Failure("badRequest", `The column ${shown(trimmed)} is twice in the header.`);
    seen.set(keyOf(path), at);
    // Refuses names that would reach the prototype of all objects.
    writeAt({}, path, "");
    return path;
  });
  const exclusive = paths.flatMap((path, part) =>
    path.flatMap((_, length) => {
      const whole = length > 0 ? seen.get(keyOf(path.slice(0, length))) : undefined;
      return whole === undefined ? [] : [{ whole, part }];
    }),
  );
  return { names: names.map((name) => name.trim()), paths, exclusive };
}

const keyOf = (path: DataPath): string => JSON.stringify(path);

/** Empty cells count as missing. */
function readCells(row: number, cells: string[], { names, paths, exclusive }: Header, { lines }: Info): ReadRow {
  if (cells.length > paths.length) return { row, problem: `Line ${lines} has more cells than the header has columns.` };
  const odd = cells.findIndex((cell) => cell.includes("\0"));
  if (odd >= 0) return { row, problem: `Line ${lines}: cell ${odd + 1} contains a NUL character.` };
  const both = exclusive.find(({ whole, part }) => cells[whole] && cells[part]);
  if (both) {
    const [whole, part] = [both.whole, both.part].map((at) => shown(names[at] ?? ""));
    return {
      row,
      problem: `Line ${lines} has values for ${whole} and ${part}, which is a part of it: leave one empty.`,
    };
  }
  let value: unknown = {};
  for (const [at, path] of paths.entries()) {
    const cell = cells[at];
    if (cell !== undefined && cell !== "") value = writeAt(value, path, cell);
  }
  return { row, value: value as Record<string, unknown> };
}

const REASONS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: "a quotation does not end",
  CSV_MAX_RECORD_SIZE: `it is longer than ${LONGEST_ROW / 2 ** 20} MB, perhaps because a quotation does not end`,
  CSV_INVALID_CLOSING_QUOTE: "something follows the end of a quotation",
  INVALID_OPENING_QUOTE: "a quotation begins inside of a cell",
};

const lost = (row: number, read: number): string => {
  if (read === 0) return "No row was uploaded.";
  return read + 1 < row
    ? `Row ${read + 1} and the rows after it were not uploaded.`
    : "It and the rows after it were not uploaded.";
};

/** `read` is the number of rows that were passed on: the parser drops those that it has read beyond them. */
function asFailure(error: unknown, read: number): unknown {
  const { code, records } = error as CsvError & Partial<Info>;
  // The header is the first record.
  const row = records ?? read + 1;
  const reason = typeof code === "string" && Object.hasOwn(REASONS, code) ? REASONS[code] : undefined;
  return reason === undefined
    ? error
    : new Failure(
        "badRequest",
        row === 0
          ? `The header of the file cannot be read: ${reason}. No row was uploaded.`
          : `Row ${row} of the file cannot be read: ${reason}. ${lost(row, read)}`,
      );
}
