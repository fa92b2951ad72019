"use client";

import { useRouter, useSearchParams } from "next/navigation";

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
export function useRunPlace() {
  const search = useSearchParams();
  const { replace } = useRouter();
  const visit = Number(search.get("i"));
  const place: Place = {
    path: search.get("in") ?? "",
    step: search.get("step"),
    visit: Number.isSafeInteger(visit) && visit > 0 ? visit : null,
    tab: search.get("tab"),
  };

  function go(changes: Partial<Place>) {
    const next = { ...place, ...changes };
    const query = new URLSearchParams();
    if (next.path) query.set("in", next.path);
    if (next.step) query.set("step", next.step);
    if (next.visit) query.set("i", String(next.visit));
    if (next.tab) query.set("tab", next.tab);
    replace(`${window.location.pathname}${query.size > 0 ? `?${query}` : ""}` as never, { scroll: false });
  }

  return { place, go };
}
