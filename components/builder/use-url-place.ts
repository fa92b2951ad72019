"use client";

import { useEffect } from "react";
import { currentQuery, replaceQuery } from "../ui/query-string.ts";
import { useBuilder } from "./model/builder.ts";
import { isPartName, PART_NAMES } from "./parts/registry.ts";

/** The part and item in a query string: that of the address, or on the server that of the request. */
export function placeIn(requested: string): { part: string; item: string | null } {
  const query = typeof window === "undefined" ? new URLSearchParams(requested) : currentQuery();
  const part = query.get("part") ?? "";
  return isPartName(part) ? { part, item: query.get("item") } : { part: PART_NAMES[0] ?? "", item: null };
}

/** Keeps the open part and the selected item in the address, so that both are restored on return. */
export function useUrlPlace() {
  const part = useBuilder((builder) => builder.part);
  const item = useBuilder((builder) => builder.item);
  const work = useBuilder(({ elementKey, kept }) => `${elementKey} ${kept?.id}`);
  // biome-ignore lint/correctness/useExhaustiveDependencies: published and saved elements have other addresses
  useEffect(() => {
    const query = currentQuery();
    if (part === PART_NAMES[0]) query.delete("part");
    else query.set("part", part);
    if (item === null) query.delete("item");
    else query.set("item", item);
    if (query.toString() !== currentQuery().toString()) replaceQuery(query);
  }, [part, item, work]);
}
