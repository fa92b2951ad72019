"use client";

import { useSearchParams } from "next/navigation";
import { currentQuery, replaceQuery } from "../ui/query-string.ts";

/** The filters of a list, which are in the address so that it can be shared. */
export function useFilters() {
  const search = useSearchParams();
  return {
    read: (name: string) => search.get(name) ?? "",
    readId: (name: string) => (/^\d{1,9}$/.test(search.get(name) ?? "") ? Number(search.get(name)) : undefined),
    narrow(name: string, value: string) {
      const next = currentQuery();
      value ? next.set(name, value) : next.delete(name);
      replaceQuery(next);
    },
    clear: () => replaceQuery(new URLSearchParams()),
    isNarrowed: search.size > 0,
  };
}
