import { type CronFields, cronFields } from "#server/formula/cron.ts";
import { WEEKDAY } from "#server/formula/cron-field.ts";

/** Common schedules; times are UTC, `at` is `HH:MM`. */
export type Schedule =
  | { every: "minutes"; count: number }
  | { every: "hours"; count: number; minute: number }
  | { every: "day"; at: string }
  | { every: "week"; on: readonly string[]; at: string }
  | { every: "month"; on: string; at: string };

export const WEEKDAYS = WEEKDAY.names ?? [];

/** Divisors of an hour, and of a day: other numbers would not repeat evenly. */
export const COUNTS = { minutes: [1, 2, 3, 5, 10, 15, 20, 30], hours: [1, 2, 3, 4, 6, 8, 12] };

export function writeSchedule(schedule: Schedule): string {
  if (schedule.every === "minutes") return schedule.count === 1 ? "0 * * * * ?" : `0 0/${schedule.count} * * * ?`;
  if (schedule.every === "hours")
    return `0 ${schedule.minute} ${schedule.count === 1 ? "*" : `0/${schedule.count}`} * * ?`;
  const [hour, minute] = schedule.at.split(":").map(Number);
  const time = `0 ${minute} ${hour}`;
  if (schedule.every === "day") return `${time} * * ?`;
  return schedule.every === "week" ? `${time} ? * ${schedule.on.join(",")}` : `${time} ${schedule.on} * ?`;
}

/** The schedule of a cron; null if it is invalid or has no simple form. */
export function readSchedule(cron: string): Schedule | null {
  const fields = fieldsOf(cron);
  if (fields?.second !== "0" || !isOpen(fields.month) || !isOpen(fields.year)) return null;
  return readTimes(fields) ?? readDays(fields);
}

function readTimes({ minute, hour, day, weekday }: CronFields): Schedule | null {
  if (!isOpen(day) || !isOpen(weekday)) return null;
  const minutes = stepOf(minute);
  if (minutes !== undefined && isOpen(hour))
    return COUNTS.minutes.includes(minutes) ? { every: "minutes", count: minutes } : null;
  const hours = stepOf(hour);
  const isUsual = hours !== undefined && COUNTS.hours.includes(hours) && isNumber(minute);
  return isUsual ? { every: "hours", count: hours, minute: Number(minute) } : null;
}

function readDays({ minute, hour, day, weekday }: CronFields): Schedule | null {
  if (!isNumber(minute) || !isNumber(hour)) return null;
  const at = `${hour.padStart(2, "0")}:${minute.padStart(2, "0")}`;
  if (!isOpen(weekday)) {
    const on = weekdaysIn(weekday.toUpperCase());
    return on && { every: "week", on, at };
  }
  if (isOpen(day)) return { every: "day", at };
  return /^(\d{1,2}|L)$/i.test(day) ? { every: "month", on: day.toUpperCase(), at } : null;
}

/** `MON-FRI,SUN` as a list of days, in order. */
function weekdaysIn(text: string): string[] | null {
  const spans = text.split(",").map((part) => part.split("-").map((name) => WEEKDAYS.indexOf(name)));
  if (!spans.every((span) => span.length <= 2 && span.every((at) => at >= 0) && (span[0] ?? 0) <= (span[1] ?? 7)))
    return null;
  return WEEKDAYS.filter((_, at) => spans.some(([from = at, to = from]) => at >= from && at <= to));
}

function fieldsOf(cron: string): CronFields | null {
  try {
    return cronFields(cron);
  } catch {
    return null;
  }
}

const isNumber = (field: string) => /^\d{1,2}$/.test(field);
const isOpen = (field: string) => /^(\?|\*|[*1]\/1)$/.test(field);

/** The interval of a field that begins at 0. */
function stepOf(field: string): number | undefined {
  if (field === "*") return 1;
  const [, step] = /^[0*]\/(\d{1,2})$/.exec(field) ?? [];
  return step === undefined ? undefined : Number(step);
}
