"use client";

import { type MovableEdge, useMovableEdge } from "../../ui/use-movable-edge.ts";

/** In hundredths of the window's height. */
const UPPER_EDGE: MovableEdge = {
  name: "dock-height",
  least: 15,
  most: 80,
  usual: 45,
  step: 5,
  keys: { larger: "ArrowUp", smaller: "ArrowDown" },
  orientation: "horizontal",
  sizeAt: ({ clientY }) => (1 - clientY / window.innerHeight) * 100,
};

/** The height of a dock at the bottom of the window, with the separator at its upper edge. */
export function useDockHeight() {
  const { size, separator } = useMovableEdge(UPPER_EDGE);
  return { height: `${size}dvh`, separator };
}
