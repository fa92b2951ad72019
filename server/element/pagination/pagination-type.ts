import type { PagePlace } from "./page-token.ts";
import type { PagingTraits } from "./traits.ts";

export type Asking = { at: PagePlace; traits: PagingTraits; startIndex: number };
export type Answered = Asking & {
  /** How many rows the page has. */
  count: number;
  /** Where the provider says the next page begins (`nextPageKey`). */
  cursor: string | undefined;
};

/** What parameters of ours named so are worth; undefined hides what the caller sent. */
export type PagingValues = Partial<Record<"page" | "offset" | "nextPage", string | undefined>>;

/** One way of providers to hand out a list in pages. Adding one is one file and a row in the registry. */
export type PaginationType = {
  name: "page" | "offset" | "cursor" | "none";
  /** What the provider is asked for a page of the list. */
  ask: (asking: Asking) => PagingValues;
  /** Where the next page begins; undefined: this was the last. */
  next: (answered: Answered) => PagePlace | undefined;
};
