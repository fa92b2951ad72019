"use client";

import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();

const keyOf = (name: string) => `formulary.${name}`;

/** Small things that somebody likes to have in a certain way, which this browser keeps; null until they say so. */
export const readKept = (name: string): string | null => localStorage.getItem(keyOf(name));

export function keep(name: string, value: string): void {
  localStorage.setItem(keyOf(name), value);
  for (const changed of listeners) changed();
}

export const useKept = (name: string): string | null =>
  useSyncExternalStore(
    listen,
    () => readKept(name),
    () => null,
  );

function listen(changed: () => void) {
  listeners.add(changed);
  return () => listeners.delete(changed);
}
