"use client";

import { useLocale, useNow, useTranslations } from "next-intl";
import { useMemo } from "react";
import { useFormat } from "../messages/use-format.ts";

const STEPS: [number, Intl.RelativeTimeFormatUnit][] = [
  [60, "second"],
  [60, "minute"],
  [24, "hour"],
  [30, "day"],
  [12, "month"],
  [Number.POSITIVE_INFINITY, "year"],
];

/** How long ago, or how far ahead, kept up to date; the exact time on hover. */
export function RelativeTime({ at }: { at: string }) {
  const fromNow = useFromNow();
  const format = useFormat();
  const now = useNow({ updateInterval: 15_000 });
  return (
    <time dateTime={at} title={format.moment(at)} className="whitespace-nowrap" suppressHydrationWarning>
      {fromNow(Date.parse(at) - now.getTime())}
    </time>
  );
}

/** The clocks of the server and of the browser may be a little apart: what is seconds ahead is now. */
function useFromNow() {
  const t = useTranslations("ui.when");
  const locale = useLocale();
  const description = useMemo(() => new Intl.RelativeTimeFormat(locale, { numeric: "auto" }), [locale]);
  return (ms: number): string => {
    let amount = ms / 1000;
    if (amount > -5 && amount < 30) return t("now");
    for (const [size, unit] of STEPS) {
      if (Math.abs(amount) < size) return description.format(Math.round(amount), unit);
      amount /= size;
    }
    return "";
  };
}
