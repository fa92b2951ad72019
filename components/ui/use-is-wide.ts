"use client";

import { useSyncExternalStore } from "react";

const media = (query: string) => ({
  matches: () => matchMedia(query).matches,
  listen(listener: () => void) {
    const list = matchMedia(query);
    list.addEventListener("change", listener);
    return () => list.removeEventListener("change", listener);
  },
});

const CANVAS = media("(min-width: 640px)");
/** The width from which panels are beside the main part of a screen. */
const BESIDE = media("(min-width: 64rem)");
const COLUMNS = media("(min-width: 80rem)");

const useMedia = ({ listen, matches }: ReturnType<typeof media>): boolean =>
  useSyncExternalStore(listen, matches, () => true);

/** Whether there is space for a canvas; otherwise the outline replaces it. */
export const useIsWide = (): boolean => useMedia(CANVAS);

/** Whether panels are beside the main part of the screen at the moment; otherwise they take its place. */
export const isBeside = (): boolean => BESIDE.matches();

/** Whether there is space for a table with many columns; otherwise its rows have a short form. */
export const useHasColumns = (): boolean => useMedia(COLUMNS);
