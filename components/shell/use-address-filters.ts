"use client";

import { useSearchParams } from "next/navigation";
import { currentQuery, replaceQuery } from "../ui/query-string.ts";

/** The filters of a list, which are stored in the address, so that it can be shared. `narrow` removes empty ones. */
export function useAddressFilters<const Name extends string>(names: readonly Name[]) {
  const search = useSearchParams();
  const text = (name: Name): string | undefined => search.get(name) || undefined;
  return {
    text,
    isNarrowed: names.some((name) => text(name) !== undefined),
    id: (name: Name) => (/^\d{1,9}$/.test(text(name) ?? "") ? Number(text(name)) : undefined),
    time: (name: Name) => (Number.isNaN(Date.parse(text(name) ?? "")) ? undefined : text(name)),
    oneOf: <Value extends string>(name: Name, values: readonly Value[]) => values.find((value) => value === text(name)),
    narrow(changes: Partial<Record<Name, string>>): void {
      const next = currentQuery();
      for (const [name, value] of Object.entries<string | undefined>(changes))
        value ? next.set(name, value) : next.delete(name);
      replaceQuery(next);
    },
    clear: () => replaceQuery(new URLSearchParams()),
  };
}
