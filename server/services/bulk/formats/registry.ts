import { registry } from "#server/registry.ts";
import type { BulkFormatDefinition } from "./bulk-format.ts";
import { csv } from "./csv.ts";
import { json } from "./json.ts";

/** Every format of bulk files. To add one: write its file and name it here. */
export const BULK_FORMATS = registry(json, csv);

export type BulkFormat = keyof typeof BULK_FORMATS;

const ALL: readonly BulkFormatDefinition[] = Object.values(BULK_FORMATS);

export const bulkFormatOf = (type: string): BulkFormatDefinition =>
  ALL.find((format) => format.type === type) ?? BULK_FORMATS.json;

/** The first format in an Accept header, or the given one if it accepts all; undefined if it accepts none. */
export function acceptedFormat(accept: string | null, standard: string): BulkFormatDefinition | undefined {
  if (!accept) return bulkFormatOf(standard);
  for (const range of accept.split(",")) {
    const [type = ""] = range.trim().toLowerCase().split(";");
    if (type === "*/*") return bulkFormatOf(standard);
    const found = ALL.find(({ accepts }) => accepts.includes(type.trim()));
    if (found) return found;
  }
  return undefined;
}
