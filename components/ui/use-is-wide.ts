"use client";

import { useSyncExternalStore } from "react";

const WIDE = "(min-width: 640px)";

/** Whether there is space for a canvas; otherwise the outline replaces it. */
export const useIsWide = (): boolean => useSyncExternalStore(listen, isWide, () => true);

const isWide = () => matchMedia(WIDE).matches;

function listen(listener: () => void): () => void {
  const media = matchMedia(WIDE);
  media.addEventListener("change", listener);
  return () => media.removeEventListener("change", listener);
}
