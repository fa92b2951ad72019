import { followingPage } from "./page.ts";
import { rowsBefore } from "./page-place.ts";
import { definePagination } from "./pagination-type.ts";

/** Providers that count the rows before the page. The parameter may be called `page` or `offset` on our side. */
export const offset = definePagination({
  type: "offset",
  label: "Offset",
  summary: "The provider counts the rows to skip, such as offset=100.",
  valuesFor({ at }) {
    const before = String(rowsBefore(at));
    return { page: before, offset: before };
  },
  next: followingPage,
});
