/** The current query string of the address, which may be newer than the rendered one. */
export const currentQuery = () => new URLSearchParams(window.location.search);

/** Like `replaceQuery`, as a step that Back returns from. */
export function pushQuery(query: URLSearchParams): void {
  window.history.pushState(null, "", addressWith(query));
}

const addressWith = (query: URLSearchParams) => `${window.location.pathname}${query.size > 0 ? `?${query}` : ""}`;

/** Replaces the query string without requesting the page again; `useSearchParams` updates the screens. */
export function replaceQuery(query: URLSearchParams): void {
  window.history.replaceState(null, "", addressWith(query));
}
