"use client";

import { useMemo } from "react";
import { keep, useKept } from "./use-kept.ts";

const KEPT_AS = "zone";

/** The time zone in which somebody likes to read times: their own until they choose another. */
export function useZone() {
  const kept = useKept(KEPT_AS);
  const zones = useMemo(() => {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    return [...new Set([own, "UTC", ...Intl.supportedValuesOf("timeZone")])];
  }, []);
  return { zone: zones.find((name) => name === kept) ?? zones[0] ?? "UTC", setZone, zones };
}

const setZone = (name: string) => keep(KEPT_AS, name);
