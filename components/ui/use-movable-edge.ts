"use client";

import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { persist, usePersistedState } from "./use-persisted-state.ts";

/** An edge of a panel that can be moved; its sizes have the unit of the panel. */
export type MovableEdge = {
  /** The name under which the size is stored. */
  name: string;
  least: number;
  most: number;
  usual: number;
  /** How far an arrow key moves it. */
  step: number;
  /** The key that makes the panel larger, and that which makes it smaller. */
  keys: { larger: string; smaller: string };
  orientation: "horizontal" | "vertical";
  /** The size of the panel if its edge is at the pointer. */
  sizeAt: (event: PointerEvent) => number;
};

/** The size of a panel, with the properties of the separator that resizes it; the size is stored. */
export function useMovableEdge({ name, least, most, usual, step, keys, orientation, sizeAt }: MovableEdge) {
  const stored = usePersistedState(name);
  const [dragged, setDragged] = useState<number | null>(null);
  const within = (size: number) => Math.min(Math.max(Math.round(size), least), most);
  const size = dragged ?? within(Number(stored) || usual);
  const byKey: Partial<Record<string, number>> = {
    [keys.larger]: size + step,
    [keys.smaller]: size - step,
    Home: least,
    End: most,
  };
  const separator = {
    tabIndex: 0,
    "aria-orientation": orientation,
    "aria-valuenow": size,
    "aria-valuemin": least,
    "aria-valuemax": most,
    onKeyDown(event: KeyboardEvent) {
      const next = byKey[event.key];
      if (next === undefined) return;
      event.preventDefault();
      persist(name, String(within(next)));
    },
    onPointerDown: (event: PointerEvent) => event.currentTarget.setPointerCapture(event.pointerId),
    onPointerMove: (event: PointerEvent) => isHeld(event) && setDragged(within(sizeAt(event))),
    onPointerUp(event: PointerEvent) {
      if (dragged !== null) persist(name, String(within(sizeAt(event))));
      setDragged(null);
    },
    onPointerCancel: () => setDragged(null),
  } as const;
  return { size, separator };
}

const isHeld = ({ currentTarget, pointerId }: PointerEvent) => currentTarget.hasPointerCapture(pointerId);
