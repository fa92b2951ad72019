"use client";

import { useEffect, useState, useSyncExternalStore } from "react";

/** The screens that are on their way, of which there is one at most unless links are clicked in quick succession. */
let opening = 0;
const listeners = new Set<() => void>();

function count(by: 1 | -1): void {
  opening += by;
  for (const listener of listeners) listener();
}

/** A screen is on its way, until the returned function is called. */
export function beginOpening(): () => void {
  count(1);
  return () => count(-1);
}

/** Most screens open sooner. */
const SLOW_MS = 300;

/** Whether a screen has been on its way for longer than usual. */
export function useIsOpeningSlowly(): boolean {
  const isOpening = useSyncExternalStore(
    listen,
    () => opening > 0,
    () => false,
  );
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isOpening) return;
    const timer = setTimeout(() => setIsSlow(true), SLOW_MS);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isOpening]);
  return isSlow;
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
