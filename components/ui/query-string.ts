/**
 * The current query string of the address, which may be newer than the rendered one. While the router renders an
 * earlier one, it puts that back into the address for a moment: the state of the entry in the history keeps the newest.
 */
export function currentQuery(): URLSearchParams {
  const { query } = (window.history.state ?? {}) as { query?: unknown };
  return new URLSearchParams(typeof query === "string" ? query : window.location.search);
}

/** Like `replaceQuery`, as a step that Back returns from. */
export function pushQuery(query: URLSearchParams): void {
  window.history.pushState({ query: String(query) }, "", addressWith(query));
}

const addressWith = (query: URLSearchParams) => `${window.location.pathname}${query.size > 0 ? `?${query}` : ""}`;

/** Replaces the query string without requesting the page again; `useSearchParams` updates the screens. */
export function replaceQuery(query: URLSearchParams): void {
  window.history.replaceState({ query: String(query) }, "", addressWith(query));
}
