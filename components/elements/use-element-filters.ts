"use client";

import { useSearchParams } from "next/navigation";
import { useEffect, useState } from "react";
import { isOwnership } from "#server/element/definition/ownership.ts";
import { currentQuery, replaceQuery } from "../ui/query-string.ts";
import { useDebounced } from "../ui/use-debounced.ts";

/** Reads the filters of the list of elements from the address, and writes them there once the user pauses. */
export function useElementFilters() {
  const query = useSearchParams();
  const [text, setText] = useState(query.get("q") ?? "");
  const search = useDebounced(text.trim());
  const hub = query.get("hub") ?? "";
  const ownership = query.get("ownership") ?? "";

  useEffect(() => narrow({ q: search }), [search]);

  return {
    text,
    setText,
    filters: { search, hub: hub || undefined, ownership: isOwnership(ownership) ? ownership : undefined },
    narrow,
    clear() {
      setText("");
      narrow({ q: "", hub: "", ownership: "" });
    },
    isNarrowed: search !== "" || hub !== "" || isOwnership(ownership),
  };
}

function narrow(changes: Partial<Record<"q" | "hub" | "ownership", string>>): void {
  const next = currentQuery();
  for (const [name, value] of Object.entries(changes)) value ? next.set(name, value) : next.delete(name);
  replaceQuery(next);
}
