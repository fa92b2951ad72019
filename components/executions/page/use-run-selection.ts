"use client";

import { useSearchParams } from "next/navigation";
import { currentQuery, replaceQuery } from "../../shell/query-string.ts";

/** The selection in a run: a step of the formula or of a sub-formula, its visit, and the open tab. */
export type Place = {
  /** The path of the sub-formula; empty for the formula itself. */
  path: string;
  step: string | null;
  /** Starts at 1; null selects the first failed visit, or the last. */
  visit: number | null;
  tab: string | null;
};

/** The selection is stored in the address, so that it can be shared; `go` updates it. */
export function useRunSelection() {
  const place = placeIn(useSearchParams());

  function go(changes: Partial<Place>) {
    const next = { ...placeIn(currentQuery()), ...changes };
    const query = new URLSearchParams();
    if (next.path) query.set("in", next.path);
    if (next.step) query.set("step", next.step);
    if (next.visit) query.set("i", String(next.visit));
    if (next.tab) query.set("tab", next.tab);
    replaceQuery(query);
  }

  return { place, go };
}

function placeIn(query: Pick<URLSearchParams, "get">): Place {
  const visit = Number(query.get("i"));
  return {
    path: query.get("in") ?? "",
    step: query.get("step"),
    visit: Number.isSafeInteger(visit) && visit > 0 ? visit : null,
    tab: query.get("tab"),
  };
}
