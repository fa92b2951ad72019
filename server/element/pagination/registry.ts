import { registry } from "../../registry.ts";
import type { Resource } from "../shape.ts";
import { cursor } from "./cursor.ts";
import { none } from "./none.ts";
import { offset } from "./offset.ts";
import { page } from "./page.ts";
import type { PaginationType } from "./pagination-type.ts";

/** Every paging style. To add one: write its file and name it here. The first one that a resource declares is used. */
export const PAGINATION_TYPES = registry(none, cursor, page, offset);

const TYPES: readonly PaginationType[] = Object.values(PAGINATION_TYPES);
const OF_RESOURCES = TYPES.filter(({ isOf }) => isOf !== undefined);
const BY_NAME = new Map(
  TYPES.filter(({ isByResourceOnly }) => !isByResourceOnly).map((pagination) => [
    pagination.type.toLowerCase(),
    pagination,
  ]),
);

/** The paging of a resource: its own, else that of its element (`pagination.type`), else by pages. */
export function paginationOf(
  resource: Pick<Resource, "paginationType" | "nextPageKey">,
  configured: string | undefined,
): PaginationType {
  const own = OF_RESOURCES.find(({ isOf }) => isOf?.(resource));
  if (own) return own;
  return BY_NAME.get(configured?.trim().toLowerCase() ?? "") ?? page;
}
