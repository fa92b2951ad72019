"use client";

import { useLocale, useNow, useTranslations } from "next-intl";
import { fromNow } from "./time-parts.ts";
import { useFormat } from "./use-format.ts";

/**
 * A relative time in the past or the future that updates itself; shows the exact time on hover. One of something that
 * `isAhead` is never "just now".
 */
export function RelativeTime({ at, isAhead = false }: { at: string; isAhead?: boolean }) {
  const words = useWords(isAhead ? "soon" : "now");
  const format = useFormat();
  const now = useNow({ updateInterval: 15_000 });
  return (
    <time dateTime={at} title={format.moment(at)} className="whitespace-nowrap" suppressHydrationWarning>
      {words(Date.parse(at) - now.getTime())}
    </time>
  );
}

/** The clocks of server and browser may differ slightly, so a time a few seconds ahead is shown as now. */
function useWords(close: "now" | "soon") {
  const t = useTranslations("ui.when");
  const locale = useLocale();
  return (ms: number): string => {
    if (ms > -5000 && ms < 30_000) return t(close);
    const { amount, unit } = fromNow(ms);
    return formatIn(locale).format(amount, unit);
  };
}

/** By language: making one takes longer than a list of rows takes to use it. "Yesterday" may be two days ago. */
const FORMATS = new Map<string, Intl.RelativeTimeFormat>();

function formatIn(locale: string): Intl.RelativeTimeFormat {
  const format = FORMATS.get(locale) ?? new Intl.RelativeTimeFormat(locale, { numeric: "always" });
  FORMATS.set(locale, format);
  return format;
}
