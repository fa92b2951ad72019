/** The current query string of the address, which may be newer than the rendered one. */
export const currentQuery = () => new URLSearchParams(window.location.search);

/** Replaces the query string without requesting the page again; `useSearchParams` updates the screens. */
export function replaceQuery(query: URLSearchParams): void {
  window.history.replaceState(null, "", `${window.location.pathname}${query.size > 0 ? `?${query}` : ""}`);
}
