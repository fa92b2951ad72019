import type { Resource } from "../shape.ts";
import type { PagePlace } from "./page-place.ts";
import type { PagingTraits } from "./traits.ts";

export type PagingInput = { at: PagePlace; traits: PagingTraits; startIndex: number };
export type Answered = PagingInput & {
  /** How many rows the page has. */
  count: number;
  /** The position of the next page in the provider's response (`nextPageKey`). */
  cursor: string | undefined;
};

/** Values for our parameters of these names; undefined hides the value of the caller. */
export type PagingValues = Partial<Record<"page" | "offset" | "nextPage", string | undefined>>;

/** One way of providers to hand out a list in pages. Adding one is one file and a row in the registry. */
export type PaginationType<Type extends string = string> = {
  type: Type;
  label: string;
  /** What the provider does, for authors of elements. */
  summary: string;
  /** No value of `pagination.type` chooses it. */
  isByResourceOnly?: true;
  /** Whether a resource says of itself that it is paged so. */
  isOf?: (resource: Pick<Resource, "paginationType" | "nextPageKey">) => boolean;
  /** Only the page before names the next one. */
  isSequential?: true;
  /** The provider's parameters for a page of the list. */
  ask: (asking: PagingInput) => PagingValues;
  /** Where the next page begins; undefined: this was the last. */
  next: (response: Answered) => PagePlace | undefined;
};

export const definePagination = <const Type extends string>(pagination: PaginationType<Type>): PaginationType<Type> =>
  pagination;
