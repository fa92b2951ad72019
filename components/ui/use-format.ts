"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useMemo } from "react";
import { durationParts } from "./time-parts.ts";

const ONE_DECIMAL = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;

const BYTES = ["byte", "kilobyte", "megabyte", "gigabyte"];

/** Formats numbers, sizes and times in the user's language. */
export function useFormat() {
  const t = useTranslations("ui.units");
  const formatter = useFormatter();
  return useMemo(() => formats(t, formatter), [t, formatter]);
}

function formats(
  t: ReturnType<typeof useTranslations<"ui.units">>,
  { number, dateTime }: ReturnType<typeof useFormatter>,
) {
  return {
    number: (value: number) => number(value),
    /** The size of a text with this many characters: `1,204 KB`. */
    size: (characters: number) => t("kilobytes", { size: number(Math.ceil(characters / 1024)) }),
    /** The size of a file: `12.4 MB`. */
    bytes(count: number) {
      const power = Math.min(Math.floor(Math.log(Math.max(count, 1)) / Math.log(1024)), BYTES.length - 1);
      return number(count / 1024 ** power, {
        style: "unit",
        unit: BYTES[power] as string,
        unitDisplay: power === 0 ? "long" : "short",
        maximumFractionDigits: 1,
      });
    },
    /** `850 ms`, `2.4 s`, `3 min 5 s`. */
    duration(ms: number) {
      const parts = durationParts(ms);
      if ("milliseconds" in parts) return t("milliseconds", { count: number(parts.milliseconds) });
      if (!("minutes" in parts)) return t("seconds", { count: number(parts.seconds, ONE_DECIMAL) });
      return t("minutes", { minutes: number(parts.minutes), seconds: number(parts.seconds) });
    },
    /** The remaining time: `40 s`, `2 min 05 s`. */
    left(seconds: number) {
      if (seconds < 60) return t("seconds", { count: number(seconds) });
      const rest = number(seconds % 60, { minimumIntegerDigits: 2 });
      return t("minutes", { minutes: number(Math.floor(seconds / 60)), seconds: rest });
    },
    /** The exact moment: `21/11/2026, 08:30:00`. */
    moment: (at: string) => dateTime(new Date(at), { dateStyle: "short", timeStyle: "medium" }),
    /** The date and time without seconds. */
    minute: (at: string) => dateTime(new Date(at), { dateStyle: "short", timeStyle: "short" }),
    /** The time of the day: `08:30`. */
    clock: (at: string) => dateTime(new Date(at), { timeStyle: "short" }),
  };
}
