import type { PagePlace } from "./page-token.ts";
import type { PagingTraits } from "./traits.ts";

export type Asking = { at: PagePlace; traits: PagingTraits; startIndex: number };
export type Answered = Asking & {
  /** How many rows the page has. */
  count: number;
  /** The position of the next page in the provider's response (`nextPageKey`). */
  cursor: string | undefined;
};

/** Values for our parameters of these names; undefined hides the value of the caller. */
export type PagingValues = Partial<Record<"page" | "offset" | "nextPage", string | undefined>>;

/** One way of providers to hand out a list in pages. Adding one is one file and a row in the registry. */
export type PaginationType = {
  name: "page" | "offset" | "cursor" | "none";
  /** The paging parameters of a request to the provider. */
  ask: (asking: Asking) => PagingValues;
  /** Where the next page begins; undefined: this was the last. */
  next: (answered: Answered) => PagePlace | undefined;
};
