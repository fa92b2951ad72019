"use client";

import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();

const keyOf = (name: string) => `formulary.${name}`;

/** Settings of this browser for all its users, such as sizes of panels; null until they are set. */
export const readPersisted = (name: string): string | null => localStorage.getItem(keyOf(name));

export function persist(name: string, value: string): void {
  localStorage.setItem(keyOf(name), value);
  for (const changed of listeners) changed();
}

export const usePersistedState = (name: string): string | null =>
  useSyncExternalStore(
    listen,
    () => readPersisted(name),
    () => null,
  );

function listen(changed: () => void) {
  listeners.add(changed);
  return () => listeners.delete(changed);
}
