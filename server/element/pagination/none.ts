import type { PaginationType } from "./pagination-type.ts";

/** Providers that return all rows at once: no paging parameter is sent, and the list is cut here. */
export const none: PaginationType = {
  name: "none",
  ask: () => ({ page: undefined, offset: undefined, nextPage: undefined }),
  next: ({ at, count }) => (count > at.page * at.pageSize ? { page: at.page + 1, pageSize: at.pageSize } : undefined),
};
