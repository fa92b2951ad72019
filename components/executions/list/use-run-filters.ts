"use client";

import { useSearchParams } from "next/navigation";
import { RUN_STATES } from "#server/formula/run-state.ts";
import { currentQuery, replaceQuery } from "../../ui/query-string.ts";

export type Filters = ReturnType<typeof useRunFilters>["filters"];
export type Narrow = (changes: Partial<Record<(typeof NAMES)[number], string>>) => void;

const NAMES = ["status", "kind", "formulaId", "formulaInstanceId", "from", "to", "q"] as const;
/** Status values in earlier addresses, which must stay valid. */
const EARLIER = { retry: "waitingRetry", pending: "running" } as const;

/** Reads the filters from the address. `narrow` writes them there and removes empty ones. */
export function useRunFilters() {
  const search = useSearchParams();
  const text = (name: string) => search.get(name) || undefined;
  const id = (name: string) => (/^\d{1,9}$/.test(text(name) ?? "") ? Number(text(name)) : undefined);
  const time = (name: string) => (Number.isNaN(Date.parse(text(name) ?? "")) ? undefined : text(name));
  const status = text("status");
  const kind = text("kind");
  const filters = {
    state: RUN_STATES.find((known) => known === (EARLIER[status as keyof typeof EARLIER] ?? status)),
    formulaId: id("formulaId"),
    formulaInstanceId: id("formulaInstanceId"),
    from: time("from"),
    to: time("to"),
    isTrial: kind === "test" ? true : kind === "real" ? false : undefined,
    search: text("q") ?? text("objectId"),
  };

  const narrow: Narrow = (changes) => {
    const next = currentQuery();
    next.delete("objectId");
    for (const [name, value] of Object.entries(changes)) value ? next.set(name, value) : next.delete(name);
    replaceQuery(next);
  };

  return {
    filters,
    narrow,
    clear: () => replaceQuery(new URLSearchParams()),
    isNarrowed: Object.values(filters).some((value) => value !== undefined),
  };
}
