"use client";

import { useEffect } from "react";

/** A form or dialog with input that nothing keeps. `ask` asks whether to discard it, and if so, continues. */
export type InputHolder = { isUnsaved: () => boolean; ask: (goOn: () => void) => void };

/** The holders of the page; the last one is in front. */
const holders = new Set<InputHolder>();

/** Adds a holder; the result removes it. */
export function holdInput(holder: InputHolder): () => void {
  holders.add(holder);
  return () => void holders.delete(holder);
}

const unsaved = () => [...holders].filter(({ isUnsaved }) => isUnsaved());

export const hasUnsavedInput = (): boolean => unsaved().length > 0;

/** Leaves the page, after a question if input would be lost. */
export function leavePage(leave: () => void): void {
  const holder = unsaved().at(-1);
  if (holder) holder.ask(leave);
  else leave();
}

/** Going back or forward to another page asks as well. Browsers without the Navigation API cannot. */
export function useHistoryQuestion(): void {
  useEffect(() => {
    const { navigation } = globalThis as { navigation?: Navigation };
    let agreed: string | undefined;
    const onNavigate = (event: NavigateEvent) => {
      const { key, url } = event.destination;
      const isOtherPage = new URL(url).pathname !== window.location.pathname;
      const isAgreed = key === agreed;
      agreed = undefined;
      if (event.navigationType !== "traverse" || !event.cancelable || !isOtherPage || isAgreed) return;
      if (!hasUnsavedInput()) return;
      event.preventDefault();
      leavePage(() => {
        agreed = key;
        navigation?.traverseTo(key);
      });
    };
    navigation?.addEventListener("navigate", onNavigate);
    return () => navigation?.removeEventListener("navigate", onNavigate);
  }, []);
}
