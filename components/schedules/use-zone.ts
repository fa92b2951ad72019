"use client";

import { useMemo } from "react";
import { persist, usePersistedState } from "../ui/use-persisted-state.ts";

const STORAGE_NAME = "zone";

/** The time zone in which times are shown: the user's own until they choose another. */
export function useZone() {
  const kept = usePersistedState(STORAGE_NAME);
  const zones = useMemo(() => {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    return [...new Set([own, "UTC", ...Intl.supportedValuesOf("timeZone")])];
  }, []);
  return { zone: zones.find((name) => name === kept) ?? zones[0] ?? "UTC", setZone, zones };
}

const setZone = (name: string) => persist(STORAGE_NAME, name);
