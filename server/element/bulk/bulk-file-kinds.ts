/** The format that the name of a file suggests; undefined for unknown extensions. */
export function formatOfName(fileName: string): "csv" | "json" | undefined {
  if (/\.csv$/i.test(fileName)) return "csv";
  return /\.(?:json|jsonl|ndjson)$/i.test(fileName) ? "json" : undefined;
}

/** The first bytes of files that people mistake for a text table. */
const SIGNATURES: [bytes: number[], kind: string][] = [
  [[0x50, 0x4b, 0x03, 0x04], "an Excel workbook or a zip archive"],
  [[0xd0, 0xcf, 0x11, 0xe0], "an Excel workbook"],
  [[0x1f, 0x8b], "compressed with gzip"],
  [[0x25, 0x50, 0x44, 0x46, 0x2d], "a PDF"],
];

/** Why a file that begins with these bytes cannot contain readable rows, if so. */
export function reasonAgainstFile(start: Uint8Array): string | undefined {
  const kind = SIGNATURES.find(([bytes]) => bytes.every((byte, at) => start[at] === byte))?.[1];
  return kind && `file: must be CSV or JSON lines, but it is ${kind}. Save its rows as CSV, and upload that file.`;
}
