import { useFormatter, useTranslations } from "next-intl";
import { useCallback } from "react";
import { cronFields } from "#server/formula/cron.ts";
import { describeDays, describeMonths, describeWeekdays, describeYears } from "./cron-days.ts";
import type { CronLanguage } from "./cron-language.ts";
import { describeTime } from "./cron-time.ts";

/**
 * Describes a cron expression: `Every 15 minutes`, `At 08:00 on Monday`, `At 00:00 on days 1, 10 and 15 of the month`.
 * Times are UTC. Throws a Failure (badRequest) when the expression is invalid.
 */
export function describeCron(cron: string, language: CronLanguage): string {
  const { day, month, weekday, year, ...times } = cronFields(cron);
  return [
    capital(describeTime(times, language)),
    describeDays(day, language),
    describeWeekdays(weekday, language),
    describeMonths(month, language),
    describeYears(year, language),
  ]
    .filter(Boolean)
    .join(" ");
}

export function useCronText(): (cron: string) => string {
  const t = useTranslations("schedules.cron");
  const format = useFormatter();
  return useCallback((cron) => describeCron(cron, { t, format }), [t, format]);
}

/** Describes the times of a schedule where they are all that is said of it: `At 08:00 on Monday, UTC`. */
export function useScheduleText(): (cron: string) => string {
  const t = useTranslations("schedules.cron");
  const cronText = useCronText();
  return useCallback((cron) => t("inUtc", { times: cronText(cron) }), [t, cronText]);
}

const capital = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1);
