import type { Resource } from "../shape.ts";
import { cursor } from "./cursor.ts";
import { none } from "./none.ts";
import { offset } from "./offset.ts";
import { page } from "./page.ts";
import type { PaginationType } from "./pagination-type.ts";

/** Every way of paging. To add one: write its file and name it here. */
export const PAGINATION_TYPES: Record<PaginationType["name"], PaginationType> = { page, offset, cursor, none };

/** The pagination of a resource: its own, else that of its element (`pagination.type`), else by pages. */
export function paginationOf(
  { paginationType, nextPageKey }: Pick<Resource, "paginationType" | "nextPageKey">,
  configured: string | undefined,
): PaginationType {
  if (paginationType === "VENDOR_NOT_SUPPORTED") return none;
  if (nextPageKey) return cursor;
  const name = configured?.trim().toLowerCase() ?? "";
  return name === "offset" || name === "cursor" ? PAGINATION_TYPES[name] : page;
}
