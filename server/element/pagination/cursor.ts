import type { PaginationType } from "./pagination-type.ts";

/**
 * Providers that name the next page themselves, where `nextPageKey` says. The parameter is `nextPage`, or `page` where
 * there is none of that name (spec §2.9: "next token or link").
 */
export const cursor: PaginationType = {
  name: "cursor",
  ask: ({ at, traits }) => ({ nextPage: at.cursor, page: traits.hasNextPage ? undefined : at.cursor }),
  next: ({ at, cursor: found }) =>
    found === undefined || found === at.cursor
      ? undefined
      : { page: at.page + 1, pageSize: at.pageSize, cursor: found },
};
