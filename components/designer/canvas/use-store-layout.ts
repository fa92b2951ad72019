"use client";

import { useEffect, useEffectEvent, useRef } from "react";
import { usePending } from "../../preferences/outbox-provider.tsx";
import { useDesign } from "../model/design.ts";
import type { Position } from "./layout.ts";

type Layout = { positions: Record<string, Position>; isTidied: boolean };

/** Stores where parts are moved to, beside the formula and for everybody. A new formula has no place for that yet. */
export function useStoreLayout(isFixed: boolean) {
  const formulaId = useDesign((design) => design.formulaId);
  const positions = useDesign((design) => design.positions);
  const { send } = usePending("formula.saveLayout", { formulaId });
  const store = (layout: Layout) => {
    // On a page that only shows the graph, it moves for this visit.
    if (isFixed || formulaId === null) return;
    send((before) => ({ formulaId, ...(before && !layout.isTidied ? moved(before, layout) : layout) }));
  };
  const opened = useRef(formulaId);
  const storeAll = useEffectEvent(() => {
    const isNew = opened.current !== formulaId;
    opened.current = formulaId;
    if (isFixed || formulaId === null || positions.size === 0) return;
    if (isNew) store({ positions: Object.fromEntries(positions), isTidied: false });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the formula is created, what was moved before is stored
  useEffect(() => storeAll(), [formulaId]);
  return {
    move: (moved: Record<string, Position>) => store({ positions: moved, isTidied: false }),
    tidy: () => store({ positions: {}, isTidied: true }),
  };
}

const moved = (before: Layout, { positions }: Layout): Layout => ({
  isTidied: before.isTidied,
  positions: { ...before.positions, ...positions },
});
