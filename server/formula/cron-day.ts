import { DAY, numberOf, valuesOf, WEEKDAY, wrong } from "./cron-field.ts";

/** A day of the calendar; `weekday` 1 to 7 is Monday to Sunday, `last` the length of its month. */
export type Day = { day: number; weekday: number; last: number };

/** Whether a day matches. */
export type DayRule = (day: Day) => boolean;

/**
 * Parses the day of month: numbers, `L` the last day, `L-3` three before it, `15W` the working day nearest the 15th,
 * `LW`.
 */
export function dayRule(text: string): DayRule {
  return anyOf(text, (part) => {
    const fromLast = /^L(?:-(\d{1,2}))?$/i.exec(part);
    const before = Number(fromLast?.[1] ?? 0);
    if (fromLast && before < DAY.max) return ({ day, last }) => day === last - before;
    if (/^LW$/i.test(part)) return (day) => day.day === nearestWorkingDay(day.last, day);
    const [, nearest] = /^(\d{1,2})W$/i.exec(part) ?? [];
    if (nearest === undefined) return isIn(valuesOf(DAY, part), ({ day }) => day);
    const target = numberOf(DAY, nearest);
    return (day) => target <= day.last && day.day === nearestWorkingDay(target, day);
  });
}

/**
 * Parses the day of week: numbers or names, `FRIL` the last Friday of the month, `MON#2` the second Monday, `L` Sunday.
 */
export function weekdayRule(text: string): DayRule {
  return anyOf(text, (part) => {
    if (/^L$/i.test(part)) return ({ weekday }) => weekday === WEEKDAY.max;
    const [, lastOf] = /^(\d|[a-z]{3})L$/i.exec(part) ?? [];
    if (lastOf !== undefined) {
      const wanted = numberOf(WEEKDAY, lastOf);
      return ({ weekday, day, last }) => weekday === wanted && day > last - 7;
    }
    const [, name = "", nth] = /^([^#]+)#(.*)$/.exec(part) ?? [];
    if (nth === undefined) return isIn(valuesOf(WEEKDAY, part), ({ weekday }) => weekday);
    if (!/^[1-5]$/.test(nth)) throw wrong(WEEKDAY, part);
    const wanted = numberOf(WEEKDAY, name);
    return ({ weekday, day }) => weekday === wanted && Math.ceil(day / 7) === Number(nth);
  });
}

function anyOf(text: string, ruleOf: (part: string) => DayRule): DayRule {
  const rules = text.split(",").map(ruleOf);
  return (day) => rules.some((rule) => rule(day));
}

function isIn(values: number[], of: (day: Day) => number): DayRule {
  const meant = new Set(values);
  return (day) => meant.has(of(day));
}

/** The working day (Monday to Friday) nearest to a day within the same month. */
function nearestWorkingDay(target: number, { day, weekday, last }: Day): number {
  const targetWeekday = ((((weekday - 1 + target - day) % 7) + 7) % 7) + 1;
  if (targetWeekday === 6) return target > 1 ? target - 1 : target + 2;
  if (targetWeekday === 7) return target < last ? target + 1 : target - 2;
  return target;
}
