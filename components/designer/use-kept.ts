"use client";

import { useCallback, useSyncExternalStore } from "react";

const listeners = new Set<() => void>();

/** A small thing that somebody likes to have in a certain way, which this browser keeps; null until they say so. */
export function useKept(name: string): [kept: string | null, keep: (value: string) => void] {
  const key = `formulary.${name}`;
  const kept = useSyncExternalStore(
    listen,
    () => localStorage.getItem(key),
    () => null,
  );
  const keep = useCallback(
    (value: string) => {
      localStorage.setItem(key, value);
      for (const changed of listeners) changed();
    },
    [key],
  );
  return [kept, keep];
}

function listen(changed: () => void) {
  listeners.add(changed);
  return () => listeners.delete(changed);
}
