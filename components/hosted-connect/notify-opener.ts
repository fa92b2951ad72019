/** Notifies the page that opened this window, if there is one, how it gets on. */
export const notifyOpener = (formulary: "ready" | "refused"): void =>
  (window.opener as Window | null)?.postMessage({ formulary }, window.location.origin);
