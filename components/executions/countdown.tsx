"use client";

import { useEffect, useState } from "react";

/** When it begins again, and how long that is from now. Only the time of day is spoken. */
export function Countdown({ to }: { to: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const left = Math.max(0, Math.ceil((Date.parse(to) - now) / 1000));
  return (
    <span className="self-center text-sm text-waiting" suppressHydrationWarning>
      Again at{" "}
      <time dateTime={to}>{new Date(to).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" })}</time>
      <span aria-hidden="true" className="tabular-nums">
        {left > 0 ? `, in ${inMinutes(left)}` : ", any moment"}
      </span>
    </span>
  );
}

const inMinutes = (seconds: number): string =>
  seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, "0")} s`;
