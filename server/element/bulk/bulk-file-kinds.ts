/** The format that the name of a file suggests; undefined for names that say nothing. */
export function formatOfName(fileName: string): "csv" | "json" | undefined {
  if (/\.csv$/i.test(fileName)) return "csv";
  return /\.(?:json|jsonl|ndjson)$/i.test(fileName) ? "json" : undefined;
}

/** The first bytes of files that people mistake for a table in text form. */
const NO_TEXT: [signature: number[], what: string][] = [
  [[0x50, 0x4b, 0x03, 0x04], "an Excel workbook or a zip archive"],
  [[0xd0, 0xcf, 0x11, 0xe0], "an Excel workbook of an old version"],
  [[0x1f, 0x8b], "compressed with gzip"],
  [[0x25, 0x50, 0x44, 0x46, 0x2d], "a PDF"],
];

/** Why a file that begins with these bytes has no rows that can be read, if so. */
export function reasonAgainstFile(start: Uint8Array): string | undefined {
  const found = NO_TEXT.find(([signature]) => signature.every((byte, at) => start[at] === byte));
  return found && `file: is ${found[1]}. Save its rows as CSV or JSON lines, and upload that file.`;
}
