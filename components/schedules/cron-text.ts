import { useFormatter, useTranslations } from "next-intl";
import { useCallback } from "react";
import { cronFields } from "#server/formula/cron.ts";
import { type Field, MONTH, WEEKDAY } from "#server/formula/cron-field.ts";

/** The messages and formats used to describe a cron expression. */
export type CronLanguage = {
  t: ReturnType<typeof useTranslations<"schedules.cron">>;
  format: Pick<ReturnType<typeof useFormatter>, "list" | "dateTime">;
};

/**
 * Describes a cron expression: `Every 15 minutes`, `At 08:00 on Monday`, `At 00:00 on day 1, 10 and 15 of the month`.
 * Times are UTC. Expressions without a short form are described field by field. Throws a Failure (badRequest) when the
 * expression is invalid.
 */
export function describeCron(cron: string, language: CronLanguage): string {
  const { second, minute, hour, day, month, weekday, year } = cronFields(cron);
  const describe = describer(language);
  return [
    capital(describe.time(start(second, 60), start(minute, 60), start(hour, 24))),
    describe.days(day, weekday),
    isEvery(month) ? "" : describe.months(month),
    isEvery(year) ? "" : language.t("inYears", { years: describe.list(year) }),
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

/** A step as large as the range matches only its start: `0/60` is 0. */
const start = (field: string, size: number) =>
  field.replace(/^(\d+)\/(\d+)$/, (whole, from, step) => (Number(step) >= size ? from : whole));

const isEvery = (field: string) => /^(\?|\*|[*01]\/1)$/.test(field);
const isNumbers = (field: string) => /^\d+(,\d+)*$/.test(field);
const capital = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** The interval of a field that starts at its first value: `0/15` is 15. */
function stepOf(field: string, size: number): number | undefined {
  if (isEvery(field)) return 1;
  const [, step] = /^[*0]\/(\d+)$/.exec(field) ?? [];
  return step !== undefined && Number(step) < size && size % Number(step) === 0 ? Number(step) : undefined;
}

/** Describes each part of a cron expression in one language. */
function describer({ t, format }: CronLanguage) {
  const joined = (words: string[]) => format.list(words);
  const list = (field: string) => joined(field.split(",").map((part) => range(part, (value) => value)));

  /** Describes `1-5` and `0/20`. */
  function range(part: string, word: (value: string) => string): string {
    const [span = "", step] = part.split("/");
    const [from = "", to] = span.split("-");
    const text =
      span === "*" ? t("everyOne") : to === undefined ? word(from) : t("range", { from: word(from), to: word(to) });
    return step === undefined ? text : t("step", { step, range: text });
  }

  function time(second: string, minute: string, hour: string): string {
    if (second === "0") return minutes(minute, hour);
    if (isEvery(second)) return t("everySecond", { rest: minutes(minute, hour, false) });
    return t("atSecond", { seconds: list(second), rest: minutes(minute, hour, false) });
  }

  /** `isWhole` if no seconds precede the minutes, so that times of day are sufficient. */
  function minutes(minute: string, hour: string, isWhole = true): string {
    if (isWhole && isNumbers(minute) && isNumbers(hour)) return t("at", { times: times(minute, hour) });
    const everyMinutes = stepOf(minute, 60);
    if (everyMinutes) return inHours(t("everyMinute", { count: everyMinutes }), hour);
    const count = stepOf(hour, 24);
    if (isNumbers(minute) && count)
      return minute === "0" ? t("everyHour", { count }) : t("everyHourAtMinute", { count, minutes: list(minute) });
    if (isEvery(hour)) return t("atMinuteOfHours", { minutes: list(minute) });
    return inHours(t("atMinute", { minutes: list(minute) }), hour);
  }

  function inHours(text: string, hour: string): string {
    if (isEvery(hour)) return text;
    const every = stepOf(hour, 24);
    return every
      ? t("inEveryHour", { minutes: text, count: String(every) })
      : t("pastHour", { minutes: text, hours: list(hour) });
  }

  const times = (minute: string, hour: string) =>
    joined(hour.split(",").flatMap((h) => minute.split(",").map((m) => `${h.padStart(2, "0")}:${m.padStart(2, "0")}`)));

  function days(day: string, weekday: string): string {
    if (!isEvery(weekday)) return t("onWeekdays", { days: joined(weekday.split(",").map(weekdayText)) });
    if (isEvery(day)) return "";
    return t("onDays", { days: joined(day.split(",").map(monthdayText)) });
  }

  /** The word `day` appears once: `day 1, 10 and 15`. */
  function monthdayText(part: string, index: number): string {
    const upper = part.toUpperCase();
    if (upper === "L") return t("lastDay");
    if (upper === "LW") return t("lastWorkingDay");
    if (upper.startsWith("L-")) return t("beforeLastDay", { count: upper.slice(2) });
    if (upper.endsWith("W")) return t("nearestWorkingDay", { day: upper.slice(0, -1) });
    return index === 0 ? t("day", { day: list(part) }) : list(part);
  }

  function weekdayText(part: string): string {
    const [name = "", nth] = part.toUpperCase().split("#");
    if (nth !== undefined) return t("nthWeekday", { nth, day: weekdayName(name) });
    if (name === "L") return weekdayName("SUN");
    if (/^(\d|[A-Z]{3})L$/.test(name)) return t("lastWeekday", { day: weekdayName(name.slice(0, -1)) });
    return range(name, weekdayName);
  }

  const months = (month: string) =>
    t("inMonths", { months: joined(month.split(",").map((part) => range(part.toUpperCase(), monthName))) });

  /** The first day of 2024 was a Monday. */
  const weekdayName = (value: string) =>
    format.dateTime(Date.UTC(2024, 0, placeOf(WEEKDAY, value) + 1), { weekday: "long", timeZone: "UTC" });
  const monthName = (value: string) =>
    format.dateTime(Date.UTC(2024, placeOf(MONTH, value)), { month: "long", timeZone: "UTC" });

  return { time, days, months, list };
}

/** The zero-based position of a name or number in the values of a field. */
const placeOf = ({ names = [], min }: Field, value: string): number =>
  names.includes(value) ? names.indexOf(value) : Number(value) - min;
