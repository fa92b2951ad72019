"use client";

import { useMemo } from "react";
import { useKept } from "./use-kept.ts";

/** The time zone in which somebody likes to read times: their own until they choose another. */
export function useZone() {
  const [kept, setZone] = useKept("zone");
  const zones = useMemo(() => {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    return [...new Set([own, "UTC", ...Intl.supportedValuesOf("timeZone")])];
  }, []);
  return { zone: zones.find((name) => name === kept) ?? zones[0] ?? "UTC", setZone, zones };
}
