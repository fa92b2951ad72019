import { followingPage } from "./page.ts";
import { definePagination } from "./pagination-type.ts";

/** Providers that count the rows before the page. The parameter may be called `page` or `offset` on our side. */
export const offset = definePagination({
  type: "offset",
  ask({ at }) {
    const before = String((at.page - 1) * at.pageSize);
    return { page: before, offset: before };
  },
  next: followingPage,
});
