import { definePagination, type PageResponse } from "./pagination-type.ts";

/** Providers that number pages, from `pagination.page.startindex` on. */
export const page = definePagination({
  type: "page",
  label: "Pages",
  summary: "The provider counts pages, such as page=2.",
  valuesFor: ({ at, startIndex }) => ({
    page: String(at.page - 1 + startIndex),
    offset: String((at.page - 1) * at.pageSize),
  }),
  next: followingPage,
});

/** A full page may have one after it, even an empty one; without a say in the size, any that is not empty. */
export function followingPage({ at, traits, count }: PageResponse): PageResponse["at"] | undefined {
  const mayHaveMore = traits.hasPosition && (traits.hasSize ? count >= at.pageSize : count > 0);
  return mayHaveMore ? { page: at.page + 1, pageSize: at.pageSize } : undefined;
}
