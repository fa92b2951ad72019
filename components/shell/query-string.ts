/** What the address says behind its question mark, now: what was drawn may be a moment older. */
export const currentQuery = () => new URLSearchParams(window.location.search);

/** Says something else there, at once and without asking the server for the page again; `useSearchParams` tells screens. */
export function replaceQuery(query: URLSearchParams): void {
  window.history.replaceState(null, "", `${window.location.pathname}${query.size > 0 ? `?${query}` : ""}`);
}
