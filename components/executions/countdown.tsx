"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useFormat } from "../messages/use-format.ts";

/** When it begins again, and how long that is from now. Only the time of day is spoken. */
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
