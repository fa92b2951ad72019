"use client";

import { useLocale, useNow, useTranslations } from "next-intl";
import { useFormat } from "./use-format.ts";

const STEPS: [number, Intl.RelativeTimeFormatUnit][] = [
  [60, "second"],
  [60, "minute"],
  [24, "hour"],
  [30, "day"],
  [12, "month"],
  [Number.POSITIVE_INFINITY, "year"],
];

/**
 * A relative time in the past or the future that updates itself; shows the exact time on hover. One of something that
 * `isAhead` is never "just now".
 */
export function RelativeTime({ at, isAhead = false }: { at: string; isAhead?: boolean }) {
  const fromNow = useFromNow(isAhead ? "soon" : "now");
  const format = useFormat();
  const now = useNow({ updateInterval: 15_000 });
  return (
    <time dateTime={at} title={format.moment(at)} className="whitespace-nowrap" suppressHydrationWarning>
      {fromNow(Date.parse(at) - now.getTime())}
    </time>
  );
}

/** The clocks of server and browser may differ slightly, so a time a few seconds ahead is shown as now. */
function useFromNow(close: "now" | "soon") {
  const t = useTranslations("ui.when");
  const locale = useLocale();
  return (ms: number): string => {
    let amount = ms / 1000;
    if (amount > -5 && amount < 30) return t(close);
    for (const [size, unit] of STEPS) {
      if (Math.abs(amount) < size) return formatIn(locale).format(Math.round(amount), unit);
      amount /= size;
    }
    return "";
  };
}

/** By language: making one takes longer than a list of rows takes to use it. */
const FORMATS = new Map<string, Intl.RelativeTimeFormat>();

function formatIn(locale: string): Intl.RelativeTimeFormat {
  const format = FORMATS.get(locale) ?? new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  FORMATS.set(locale, format);
  return format;
}
