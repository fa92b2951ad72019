"use client";

import { useEffect, useEffectEvent, useRef } from "react";
import { routeTo } from "../screens/screens.ts";
import { currentQuery, pushQuery, replaceQuery } from "../ui/query-string.ts";
import { useBuilder, useBuilderStore } from "./model/builder.ts";
import { placeOf } from "./model/operation-item.ts";
import { isPartName, PART_NAMES } from "./parts/registry.ts";

/** The part and item in a query string: that of the address, or on the server that of the request. */
export function placeIn(requested: string): { part: string; item: string | null } {
  const query = typeof window === "undefined" ? new URLSearchParams(requested) : currentQuery();
  const part = query.get("part") ?? "";
  return isPartName(part) ? { part, item: query.get("item") } : { part: PART_NAMES[0] ?? "", item: null };
}

/**
 * Keeps the open part and the selected item in the address, so that both are restored on return. Back returns from a
 * part and from an operation, not from each of its tabs.
 */
export function useUrlPlace() {
  const store = useBuilderStore();
  const part = useBuilder((builder) => builder.part);
  const item = useBuilder((builder) => builder.item);
  const work = useBuilder(({ elementKey, kept }) => `${elementKey} ${kept?.id}`);
  const place = `${part} ${placeOf(item)?.at ?? item}`;
  const shown = useRef(place);
  // biome-ignore lint/correctness/useExhaustiveDependencies: published and saved elements have other addresses
  useEffect(() => {
    const query = currentQuery();
    if (part === PART_NAMES[0]) query.delete("part");
    else query.set("part", part);
    if (item === null) query.delete("item");
    else query.set("item", item);
    const isElsewhere = place !== shown.current;
    shown.current = place;
    if (query.toString() !== currentQuery().toString()) (isElsewhere ? pushQuery : replaceQuery)(query);
  }, [part, item, work]);

  const goBack = useEffectEvent(() => {
    const { elementKey, kept, open } = store.getState();
    const path = elementKey === null ? routeTo("newBuild") : routeTo("build", { elementKey });
    // Another page, which the router shows.
    if (![path, routeTo("newBuild")].some((own) => own === window.location.pathname)) return;
    const { part, item } = placeIn("");
    // Earlier entries are from before the element was saved or published, which changed its address.
    const query = currentQuery();
    if (elementKey === null && kept) query.set("draft", String(kept.id));
    else query.delete("draft");
    if (path !== window.location.pathname) window.history.replaceState(null, "", path);
    replaceQuery(query);
    open(part, item);
  });
  useEffect(() => {
    const onPopState = () => goBack();
    window.addEventListener("popstate", onPopState);
    return () => window.removeEventListener("popstate", onPopState);
  }, []);
}
