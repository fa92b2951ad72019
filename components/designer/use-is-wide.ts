"use client";

import { useSyncExternalStore } from "react";

const WIDE = "(min-width: 640px)";

/** Whether there is room for a canvas; below that the outline takes its place. */
export const useIsWide = (): boolean => useSyncExternalStore(listen, isWide, () => true);

const isWide = () => matchMedia(WIDE).matches;

function listen(tell: () => void): () => void {
  const media = matchMedia(WIDE);
  media.addEventListener("change", tell);
  return () => media.removeEventListener("change", tell);
}
