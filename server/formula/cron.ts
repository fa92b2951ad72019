import { z } from "zod";
import { Failure } from "#server/errors.ts";
import { type DayRule, dayRule, weekdayRule } from "./cron-day.ts";
import { HOUR, MINUTE, MONTH, SECOND, valuesOf, WEEKDAY, wrong, YEAR } from "./cron-field.ts";

/** A parsed cron, all times UTC. Numbers ascend. */
export type Cron = {
  seconds: number[];
  minutes: number[];
  hours: number[];
  months: ReadonlySet<number>;
  years: ReadonlySet<number>;
  isDay: DayRule;
};

/** The fields of a cron text in Quartz order; a missing year is `*`. */
export type CronFields = Record<"second" | "minute" | "hour" | "day" | "month" | "weekday" | "year", string>;

/**
 * Parses a Quartz cron: seconds, minutes, hours, day of month, month, day of week and optionally year.
 * The specification's own six fields, minute to year (spec §2.3), are accepted if they are no valid Quartz cron, such
 * as `0 8 ? * MON 2030`. Days of the week are 1 to 7 from Monday on (spec §2.3). One of day of month and day of week
 * must be open (`?` or `*`).
 * Throws a Failure (badRequest) that names the field and its range, or says that the cron never fires.
 */
export function parseCron(text: string): Cron {
  return read(text).cron;
}

/** The fields as `parseCron` understands them. */
export const cronFields = (text: string): CronFields => read(text).fields;

/** A property whose text is a cron. */
export const cronText = z.string("must be a cron").superRefine((text, refinement) => {
  try {
    parseCron(text);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    refinement.addIssue({ code: "custom", message: error.message.replace(/^cron: /, ""), input: text });
  }
});

/** The first time after `after`, to the second; null if there is none before the year 3001. */
export function nextAfter(cron: Cron, after: Date): Date | null {
  const start = new Date(Math.floor(after.getTime() / 1000) * 1000 + 1000);
  const firstYear = Math.max(start.getUTCFullYear(), YEAR.min);
  for (let year = firstYear; year <= YEAR.max; year++) {
    if (!cron.years.has(year)) continue;
    for (let month = year === start.getUTCFullYear() ? start.getUTCMonth() : 0; month < 12; month++) {
      if (!cron.months.has(month + 1)) continue;
      const found = nextInMonth(cron, year, month, start);
      if (found) return found;
    }
  }
  return null;
}

/**
 * The shortest interval in seconds between two firings of the same day, or over midnight. A cron that only fires on
 * single days may never reach the latter.
 */
export function finestIntervalSeconds({ seconds, minutes, hours }: Cron): number {
  const times = hours.flatMap((hour) =>
    minutes.flatMap((minute) => seconds.map((second) => (hour * 60 + minute) * 60 + second)),
  );
  const [first = 0] = times;
  return [...times.slice(1), first + 86_400].reduce(
    (finest, time, i) => Math.min(finest, time - (times[i] ?? 0)),
    86_400,
  );
}

function read(text: string): { cron: Cron; fields: CronFields } {
  if (text.length > LONGEST) throw new Failure("badRequest", `cron: is longer than ${LONGEST} characters.`);
  const parts = text.trim().split(/\s+/);
  if (parts.length !== 6 && parts.length !== 7) {
    throw new Failure(
      "badRequest",
      `cron: must have six or seven fields, seconds first, but has ${text.trim() ? parts.length : 0}.`,
    );
  }
  try {
    return compiled(parts);
  } catch (error) {
    if (parts.length === 7) throw error;
    try {
      return compiled(["0", ...parts]);
    } catch {
      throw error;
    }
  }
}

const LONGEST = 1000;

function compiled([second = "", minute = "", hour = "", day = "", month = "", weekday = "", year = "*"]: string[]) {
  const fields: CronFields = { second, minute, hour, day, month, weekday, year };
  if (day === "?" && weekday === "?") throw wrong(WEEKDAY, "?");
  const cron: Cron = {
    seconds: valuesOf(SECOND, second),
    minutes: valuesOf(MINUTE, minute),
    hours: valuesOf(HOUR, hour),
    isDay: isOpen(weekday) ? (isOpen(day) ? () => true : dayRule(day)) : weekdayRule(weekday),
    months: new Set(valuesOf(MONTH, month)),
    years: new Set(valuesOf(YEAR, year)),
  };
  if (!isOpen(day) && !isOpen(weekday)) {
    throw new Failure("badRequest", "cron: day of week must be ? when a day of month (1-31) is given, or vice versa.");
  }
  if (!nextAfter(cron, BEFORE_ALL)) throw new Failure("badRequest", "cron: never fires, because no such day exists.");
  return { cron, fields };
}

const BEFORE_ALL = new Date(Date.UTC(YEAR.min, 0, 1) - 1);

/** Does not restrict the day: `?`, `*` or every day counted from the first, as in `1/1`. */
const isOpen = (text: string) => text === "?" || text === "*" || text === "1/1" || text === "*/1";

function nextInMonth(cron: Cron, year: number, month: number, start: Date): Date | undefined {
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const isFirstMonth = year === start.getUTCFullYear() && month === start.getUTCMonth();
  for (let day = isFirstMonth ? start.getUTCDate() : 1; day <= last; day++) {
    const midnight = Date.UTC(year, month, day);
    const weekday = ((new Date(midnight).getUTCDay() + 6) % 7) + 1;
    if (!cron.isDay({ day, weekday, last })) continue;
    const found = nextOnDay(cron, midnight, start.getTime());
    if (found !== undefined) return new Date(found);
  }
  return undefined;
}

function nextOnDay({ hours, minutes, seconds }: Cron, midnight: number, from: number): number | undefined {
  for (const hour of hours) {
    const hourStart = midnight + hour * 3_600_000;
    if (hourStart + 3_600_000 <= from) continue;
    for (const minute of minutes) {
      const minuteStart = hourStart + minute * 60_000;
      if (minuteStart + 60_000 <= from) continue;
      for (const second of seconds) {
        if (minuteStart + second * 1000 >= from) return minuteStart + second * 1000;
      }
    }
  }
  return undefined;
}
