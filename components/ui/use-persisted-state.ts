"use client";

import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();

const keyOf = (name: string) => `formulary.${name}`;

/** User preferences that are stored in this browser; null until they are set. */
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

/** The same for several names at once. */
export function usePersistedStates(names: readonly string[]): (string | null)[] {
  const stored = useSyncExternalStore(
    listen,
    () => JSON.stringify(names.map(readPersisted)),
    () => JSON.stringify(names.map(() => null)),
  );
  return JSON.parse(stored) as (string | null)[];
}

function listen(changed: () => void) {
  listeners.add(changed);
  return () => listeners.delete(changed);
}
