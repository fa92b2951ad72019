import { reasonAgainstFile } from "#server/element/bulk/bulk-file-kinds.ts";
import { delimiterReader } from "#server/element/bulk/csv-delimiter.ts";
import { textOfCell } from "#server/element/bulk/flatten.ts";

export type FileFormat = "csv" | "json";

/** Enough for the header of nearly every file; otherwise the columns are not shown. */
const START_BYTES = 64 * 1024;

/** Reads the beginning of a file: its text, or why it has no rows. Never reads the whole file. */
export async function readStart(file: Blob): Promise<{ text: string; problem?: string }> {
  const bytes = new Uint8Array(await file.slice(0, START_BYTES).arrayBuffer());
  const problem = reasonAgainstFile(bytes);
  if (problem !== undefined) return { text: "", problem };
  return { text: new TextDecoder(encodingOf(bytes)).decode(bytes) };
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}

/** The columns of a CSV file, or the fields of the first JSON object; none if the text ends within them. */
export const columnsIn = (text: string, format: FileFormat): string[] =>
  format === "csv" ? headerOf(text).map((name) => textOfCell(name, true)) : fieldsOf(text);

function headerOf(text: string): string[] {
  const delimiter = delimiterReader()(text);
  const names: string[] = [];
  let name = "";
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] as string;
    if (isQuoted) {
      if (sign !== '"') name += sign;
      else if (text[at + 1] === '"') name += text[++at];
      else isQuoted = false;
    } else if (sign === '"' && name === "") isQuoted = true;
    else if (sign === "\n" || sign === "\r") {
      if (names.length === 0 && name === "") continue;
      return [...names, name.trim()];
    } else if (sign === delimiter) {
      names.push(name.trim());
      name = "";
    } else name += sign;
  }
  return [];
}

function fieldsOf(text: string): string[] {
  const [line = ""] = text.replace(/^\s*\[?\s*/, "").split(/[\r\n]/, 1);
  // An array of objects may be written in several lines, or in one.
  for (const one of [line, line.replace(/\s*[,\]]\s*$/, "")])
    try {
      const value: unknown = JSON.parse(one);
      return typeof value === "object" && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
    } catch {}
  return [];
}

/** Columns that can identify a row; `address.city` is a field within another. */
export const identifiersIn = (columns: readonly string[]): string[] =>
  columns.filter((name) => name !== "" && !/[.[\]]/.test(name));
