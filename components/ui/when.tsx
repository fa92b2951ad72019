"use client";

import { useEffect, useState } from "react";

const STEPS: [number, Intl.RelativeTimeFormatUnit][] = [
  [60, "second"],
  [60, "minute"],
  [24, "hour"],
  [30, "day"],
  [12, "month"],
  [Number.POSITIVE_INFINITY, "year"],
];
const words = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** How long ago, or how far ahead, kept up to date; the exact time on hover. */
export function When({ at }: { at: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 15_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <time
      dateTime={at}
      title={new Date(at).toLocaleString("en-GB")}
      className="whitespace-nowrap"
      suppressHydrationWarning
    >
      {fromNow(Date.parse(at) - now)}
    </time>
  );
}

/** The clocks of the server and of the browser may be a little apart: what is seconds ahead is now. */
function fromNow(ms: number): string {
  let amount = ms / 1000;
  if (amount > -5 && amount < 30) return "just now";
  for (const [size, unit] of STEPS) {
    if (Math.abs(amount) < size) return words.format(Math.round(amount), unit);
    amount /= size;
  }
  return "";
}

/** `850 ms`, `2.4 s`, `3 min 5 s`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
}
