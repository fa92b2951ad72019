import { definePagination } from "./pagination-type.ts";
import { isPagedHere } from "./paging-support.ts";

/** Providers that return all rows at once: no paging is requested, and the list is cut here. */
export const none = definePagination({
  type: "none",
  label: "None",
  summary: "The provider returns all rows at once.",
  isByResourceOnly: true,
  isOf: isPagedHere,
  valuesFor: () => ({ page: undefined, offset: undefined, nextPage: undefined }),
  next: ({ at, count }) => (count > at.page * at.pageSize ? { page: at.page + 1, pageSize: at.pageSize } : undefined),
});
