"use client";

import { useMemo, useSyncExternalStore } from "react";

const KEPT_AS = "formulary.zone";
const listeners = new Set<() => void>();

/** The time zone in which somebody likes to read times: their own until they choose another, which this browser keeps. */
export function useZone() {
  const kept = useSyncExternalStore(
    listen,
    () => localStorage.getItem(KEPT_AS),
    () => null,
  );
  const zones = useMemo(() => {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    return [...new Set([own, "UTC", ...Intl.supportedValuesOf("timeZone")])];
  }, []);
  return { zone: zones.find((name) => name === kept) ?? zones[0] ?? "UTC", setZone, zones };
}

function setZone(name: string) {
  localStorage.setItem(KEPT_AS, name);
  for (const changed of listeners) changed();
}

function listen(changed: () => void) {
  listeners.add(changed);
  return () => listeners.delete(changed);
}
