const HEAD_BYTES = 64 * 1024;

export const FORMATS = ["csv", "json"] as const;
export type Format = (typeof FORMATS)[number];

/** The format of a file by its name: everything that is not CSV is tried as JSON lines. */
export const formatOf = ({ name }: { name: string }): Format => (/\.(?:csv|tsv|txt)$/i.test(name) ? "csv" : "json");

/** The columns of a file by its first line, as suggestions; none where it cannot be read. */
export async function columnsIn(file: Blob, format: Format): Promise<string[]> {
  const head = await file.slice(0, HEAD_BYTES).text();
  return columnsOfLine(/^\uFEFF?([^\r\n]*)/.exec(head)?.[1] ?? "", format);
}

/** The columns that a line names: the header of a CSV file, or the keys of a JSON object. */
export function columnsOfLine(line: string, format: Format): string[] {
  if (format === "csv")
    return [...line.matchAll(/(?:^|,)\s*(?:"((?:[^"]|"")*)"|([^",]*))\s*(?=,|$)/g)]
      .map(([, quoted, plain = ""]) => (quoted?.replaceAll('""', '"') ?? plain).trim())
      .filter(Boolean);
  try {
    const row: unknown = JSON.parse(line);
    return typeof row === "object" && row !== null && !Array.isArray(row) ? Object.keys(row) : [];
  } catch {
    return [];
  }
}
