import { definePagination } from "./pagination-type.ts";

/**
 * Providers that return the position of the next page at `nextPageKey`. The parameter is `nextPage`, or `page` if there
 * is none of that name (spec §2.9: "next token or link").
 */
export const cursor = definePagination({
  type: "cursor",
  label: "Cursor",
  summary: "Each response says where the next page begins.",
  isOf: ({ nextPageKey }) => Boolean(nextPageKey),
  isSequential: true,
  valuesFor: ({ at, traits }) => ({ nextPage: at.cursor, page: traits.hasNextPage ? undefined : at.cursor }),
  next: ({ at, cursor: found }) =>
    found === undefined || found.cursor === at.cursor
      ? undefined
      : { page: at.page + 1, pageSize: at.pageSize, ...found },
});
