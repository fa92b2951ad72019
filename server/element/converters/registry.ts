import { registry } from "../../registry.ts";
import type { Converter } from "./converter.ts";
import { toODataFilter } from "./to-odata-filter.ts";
import { toQueryParameters } from "./to-query-parameters.ts";

/** Every converter of `where`. To add one: write its file and name it here. */
export const CONVERTERS = registry(toQueryParameters, toODataFilter);

const BY_NAME = new Map(
  Object.values<Converter>(CONVERTERS).map((converter) => [converter.type.toLowerCase(), converter]),
);

const OLD_SPELLING = "converter:";

/** The converter of a parameter; older definitions name it in `vendorName` (spec §2.9). */
export function converterOf({ converter, vendorName }: { converter?: string | undefined; vendorName: string }) {
  const named = vendorName.startsWith(OLD_SPELLING) ? vendorName.slice(OLD_SPELLING.length) : (converter ?? "");
  return BY_NAME.get(named.trim().toLowerCase());
}
