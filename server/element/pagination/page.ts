import { rowsBefore } from "./page-place.ts";
import { definePagination, type PageResponse } from "./pagination-type.ts";

/** Providers that number pages, from `pagination.page.startindex` on. */
export const page = definePagination({
  type: "page",
  label: "Pages",
  summary: "The provider counts pages, such as page=2.",
  valuesFor: ({ at, startIndex }) => ({
    page: String(at.page - 1 + startIndex),
    offset: String(rowsBefore(at)),
  }),
  next: followingPage,
});

/**
 * A full page may have one after it, even an empty one; without a say in the size, any that is not empty. A shorter page
 * has one if the list has more rows in all: providers may return fewer rows than requested.
 */
export function followingPage({ at, traits, count, total }: PageResponse): PageResponse["at"] | undefined {
  if (!traits.hasPosition || count === 0) return undefined;
  const { page, pageSize } = at;
  const seen = rowsBefore(at) + count;
  const isShort = traits.hasSize && count < pageSize;
  if (isShort && seen >= (total() ?? 0)) return undefined;
  return { page: page + 1, pageSize, ...(seen !== page * pageSize && { seen }) };
}
