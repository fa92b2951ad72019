"use client";

import { type RefObject, useLayoutEffect } from "react";
import { isBeside } from "../ui/use-is-wide.ts";
import { useDesign, useDesignStore } from "./model/design.ts";

/**
 * Another part is read from its beginning. On a narrow screen its inspector takes the place of the outline and the
 * canvas: the focus goes there if it was on one of them.
 */
export function useInspectedPart(inspector: RefObject<HTMLElement | null>, isInstead: boolean): void {
  const store = useDesignStore();
  const selected = useDesign((design) => design.selected);
  useLayoutEffect(() => {
    inspector.current?.scrollTo(0, 0);
    if (!isInstead || selected === null || isBeside()) return;
    inspector.current?.scrollIntoView({ block: "start" });
    const now = document.activeElement;
    if (now?.checkVisibility() || store.getState().landing) return;
    store.setState({ landing: { id: selected, on: "part", isLost: true } });
  }, [inspector, selected, isInstead, store]);
}
