import type { Resource } from "../shape.ts";
import type { PagePlace } from "./page-place.ts";
import type { PagingTraits } from "./traits.ts";

export type PagingInput = { at: PagePlace; traits: PagingTraits; startIndex: number };
export type PageResponse = PagingInput & {
  /** The number of rows of the page. */
  count: number;
  /** The position of the next page in the provider's response (`nextPageKey`). */
  cursor: Pick<PagePlace, "cursor" | "isPath"> | undefined;
  /** The number of rows of the whole list, if the response states it. */
  total: () => number | undefined;
};

/** Values for our parameters of these names; undefined hides the caller's value. */
export type PagingValues = Partial<Record<"page" | "offset" | "nextPage", string | undefined>>;

/** A paging style of providers. To add one: write its file and a row in the registry. */
export type PaginationType<Type extends string = string> = {
  type: Type;
  label: string;
  /** A description of the provider's paging, for authors of elements. */
  summary: string;
  /** No value of `pagination.type` chooses it. */
  isByResourceOnly?: true;
  /** Whether a resource itself declares this kind of paging. */
  isOf?: (resource: Pick<Resource, "paginationType" | "nextPageKey">) => boolean;
  /** Only the previous page names the next one. */
  isSequential?: true;
  /** The provider's parameters for a page of the list. */
  valuesFor: (input: PagingInput) => PagingValues;
  /** The position of the next page; undefined after the last. */
  next: (response: PageResponse) => PagePlace | undefined;
};

export const definePagination = <const Type extends string>(pagination: PaginationType<Type>): PaginationType<Type> =>
  pagination;
