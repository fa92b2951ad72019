import { isRecord } from "#server/element/bare-record.ts";
import { asTexts } from "#server/element/bulk/flatten.ts";
import { Failure } from "#server/errors.ts";
import { parseExactJson } from "#server/exact-json.ts";
import { type BulkFormatDefinition, LONGEST_ROW, type ReadRow } from "./bulk-format.ts";

/** One JSON object per line. An upload may also be one JSON array of objects. */
export const json = {
  type: "json",
  contentType: "application/json; charset=utf-8",
  accepts: ["application/json", "application/*", "application/jsonl", "application/x-ndjson"],
  head: () => "",
  write: (rows, { isNative }) => rows.map((row) => `${JSON.stringify(isNative ? row : asTexts(row))}\n`).join(""),

  async *read(text) {
    const splitter = createSplitter();
    let row = 0;
    for await (const piece of text) for (const one of splitter.take(piece)) yield readOne(++row, one);
    for (const one of splitter.end(row + 1)) yield readOne(++row, one);
  },
} as const satisfies BulkFormatDefinition;

function readOne(row: number, text: string): ReadRow {
  if (text.length > LONGEST_ROW) return { row, problem: `Row ${row} is longer than ${LONGEST_ROW / 2 ** 20} MB.` };
  try {
    const value = parseExactJson(text);
    return isRecord(value) ? { row, value } : { row, problem: `Row ${row} is no JSON object.` };
  } catch {
    return { row, problem: `Row ${row} is not valid JSON.` };
  }
}

/**
 * Splits a text into rows: the lines, or the entries of the array that it begins with. What is held is at most one row;
 * of a longer one a part that is too long.
 */
function createSplitter() {
  let kind: "lines" | "array" | "ended" | undefined;
  let held = "";
  let depth = 0;
  let isText = false;
  let isEscaped = false;

  const hold = (piece: string) => {
    if (held.length <= LONGEST_ROW) held += piece;
  };

  function* lines(piece: string): Generator<string> {
    const [first = "", ...others] = piece.split(/[\r\n]/);
    hold(first);
    for (const line of others) {
      yield* release();
      hold(line);
    }
  }

  function* release(): Generator<string> {
    const one = held;
    held = "";
    if (one.trim() !== "") yield one;
  }

  function* entries(piece: string): Generator<string> {
    let from = 0;
    for (let at = 0; at < piece.length; at++) {
      const sign = piece[at] as string;
      if (isEscaped) isEscaped = false;
      else if (isText) {
        if (sign === "\\") isEscaped = true;
        else if (sign === '"') isText = false;
      } else if (sign === '"') isText = true;
      else if (sign === "{" || sign === "[") depth++;
      else if ((sign === "," && depth === 0) || (sign === "]" && depth === 0)) {
        hold(piece.slice(from, at));
        from = at + 1;
        yield* release();
        if (sign === "]") {
          kind = "ended";
          const rest = piece.slice(from).trim();
          if (rest !== "") throw new Failure("badRequest", "Something follows the end of the JSON array.");
          return;
        }
      } else if (sign === "}" || sign === "]") depth--;
    }
    hold(piece.slice(from));
  }

  return {
    *take(piece: string): Generator<string> {
      let rest = piece;
      if (kind === undefined) {
        rest = (held + piece).trimStart();
        held = "";
        if (rest === "") return;
        kind = rest.startsWith("[") ? "array" : "lines";
        if (kind === "array") rest = rest.slice(1);
      }
      if (kind === "ended") {
        if (rest.trim() !== "") throw new Failure("badRequest", "Something follows the end of the JSON array.");
        return;
      }
      yield* kind === "array" ? entries(rest) : lines(rest);
    },
    *end(row: number): Generator<string> {
      if (kind === "array")
        throw new Failure("badRequest", `The JSON array of the file does not end: it breaks off at row ${row}.`);
      yield* release();
    },
  };
}
