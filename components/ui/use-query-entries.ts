"use client";

import { useEffect } from "react";

type EntryState = Readonly<Record<string, unknown>> | null;

/**
 * Back and forward between query strings of one page request nothing. Entries that `pushQuery` and `replaceQuery` wrote
 * contain the router's description of the query string that the page was loaded with. After a reload the router would
 * take that for another page, notice in the response that it is not, and after two such entries load the whole page
 * again. Such an entry gets the description of the page that is shown. Without the Navigation API it stays as it is.
 */
export function useQueryEntries(): void {
  useEffect(() => {
    const { navigation } = globalThis as { navigation?: Navigation };
    let shown: { path: string; state: EntryState } | undefined;
    const onNavigate = () => {
      shown = { path: window.location.pathname, state: window.history.state };
    };
    const onPopState = ({ state }: PopStateEvent) => {
      if (!shown?.state || shown.path !== window.location.pathname || typeof state?.query !== "string") return;
      // The router reads the state of the event.
      Object.assign(state, { ...shown.state, query: state.query });
      window.history.replaceState(state, "");
    };
    navigation?.addEventListener("navigate", onNavigate);
    window.addEventListener("popstate", onPopState, { capture: true });
    return () => {
      navigation?.removeEventListener("navigate", onNavigate);
      window.removeEventListener("popstate", onPopState, { capture: true });
    };
  }, []);
}
