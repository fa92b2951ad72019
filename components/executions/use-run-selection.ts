"use client";

import { useSearchParams } from "next/navigation";
import { currentQuery, replaceQuery } from "../shell/query-string.ts";

/** Where somebody looks in a run: a step of the formula or of a sub-formula, which of its visits, and which tab. */
export type Place = {
  /** Names the sub-formula; empty for the formula itself. */
  path: string;
  step: string | null;
  /** From 1; null is the one that matters most. */
  visit: number | null;
  tab: string | null;
};

/** The place is in the address, so that it can be shared; `go` writes it there. */
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
