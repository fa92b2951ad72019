import { isRecord } from "../bare-record.ts";
import { parseDataPath, readField, writeAt } from "../data-path.ts";

/** `fields=id,name, address.city` as a list; a field named twice counts once. */
export const parseFields = (text: string): string[] => [
  ...new Set(
    text
      .split(",")
      .map((field) => field.trim())
      .filter(Boolean),
  ),
];

/** Each row with only these fields; nested ones keep their path. Missing fields stay missing. */
export function selectFields(body: unknown, fields: readonly string[]): unknown {
  const paths = fields.map((field) => [field, parseDataPath(field)] as const);
  const select = (row: unknown): unknown => {
    if (!isRecord(row)) return row;
    const selected: [string, unknown][] = [];
    let nested: unknown = {};
    for (const [field, path] of paths) {
      const value = readField(row, field, path);
      if (value === undefined) continue;
      if (Object.hasOwn(row, field)) selected.push([field, value]);
      else nested = writeAt(nested, path, value);
    }
    return { ...(nested as object), ...Object.fromEntries(selected) };
  };
  return Array.isArray(body) ? body.map(select) : select(body);
}
