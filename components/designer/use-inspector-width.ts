"use client";

import { type MovableEdge, useMovableEdge } from "../ui/use-movable-edge.ts";

/** In pixels. */
const LEFT_EDGE: MovableEdge = {
  name: "inspector-width",
  least: 320,
  most: 720,
  usual: 336,
  step: 24,
  keys: { larger: "ArrowLeft", smaller: "ArrowRight" },
  orientation: "vertical",
  sizeAt: ({ clientX }) => window.innerWidth - clientX,
};

/** The width of the inspector, with the separator at its left edge. */
export function useInspectorWidth() {
  const { size, separator } = useMovableEdge(LEFT_EDGE);
  return { width: `${size}px`, separator };
}
