"use client";

import { useSearchParams } from "next/navigation";
import { currentQuery, replaceQuery } from "../../ui/query-string.ts";

/** The selection in a run: a step of the formula or of a sub-formula, its visit, and the open tab. */
export type Place = {
  /** The path of the sub-formula; empty for the formula itself. */
  path: string;
  step: string | null;
  /** Starts at 1; null selects the first failed visit, or the last. */
  visit: number | null;
  tab: string | null;
  /** How the steps are shown. */
  view: "steps" | "graph";
  /** Shows the run as it was after this many steps; null shows all of it. */
  moment: number | null;
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
    if (next.view === "graph") query.set("view", next.view);
    if (next.moment !== null) query.set("at", String(next.moment));
    replaceQuery(query);
  }

  /** The selection of this moment, which may be newer than the rendered one. */
  const latest = () => placeIn(currentQuery());

  return { place, go, latest };
}

function placeIn(query: Pick<URLSearchParams, "get">): Place {
  const visit = numberIn(query, "i");
  return {
    path: query.get("in") ?? "",
    step: query.get("step"),
    visit,
    tab: query.get("tab"),
    view: query.get("view") === "graph" ? "graph" : "steps",
    moment: numberIn(query, "at"),
  };
}

function numberIn(query: Pick<URLSearchParams, "get">, name: string): number | null {
  const number = Number(query.get(name));
  return Number.isSafeInteger(number) && number > 0 ? number : null;
}
