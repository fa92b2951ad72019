"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useFormat } from "../ui/use-format.ts";

/** The time of the next retry and the time left until then. Screen readers announce only the time of day. */
export function Countdown({ to }: { to: string }) {
  const t = useTranslations("executions.countdown");
  const format = useFormat();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const left = Math.max(0, Math.ceil((Date.parse(to) - now) / 1000));
  return (
    <span className="self-center text-sm text-waiting" suppressHydrationWarning>
      {t.rich("at", { time: () => <time dateTime={to}>{format.clock(to)}</time> })}
      <span aria-hidden="true" className="tabular-nums">
        {left > 0 ? t("in", { time: format.left(left) }) : t("soon")}
      </span>
    </span>
  );
}
