import { DAY, type Field, MONTH, numberOf, WEEKDAY, YEAR } from "#server/formula/cron-field.ts";
import { type Item, isEvery, isNumber, itemsOf } from "./cron-items.ts";
import type { CronLanguage } from "./cron-language.ts";

const PLURAL = 2;

/** The parts of a list that are numbers, names, ranges and steps, and the others, such as `L` and `MON#2`. */
function partsOf(text: string, isSpecial: (part: string) => boolean) {
  const parts = text.toUpperCase().split(",");
  const plain = parts.filter((part) => !isSpecial(part));
  return { plain: plain.length > 0 ? plain.join(",") : undefined, special: parts.filter(isSpecial) };
}

/** Describes the days of the month: `on days 1 and 15 and on the last day of the month`. */
export function describeDays(text: string, { t, format }: CronLanguage): string {
  const { plain, special } = partsOf(text, (part) => /[LW]/.test(part));
  if (plain && isEvery(DAY, plain)) return "";
  const items = plain ? itemsOf(DAY, plain) : [];
  const [first] = items;
  if (first && first.step > 1 && special.length === 0) {
    const isWhole = first.from === DAY.min && first.to + first.step > DAY.max;
    return isWhole ? t("onEveryNthDay", { step: first.step }) : t("onEveryNthDayFrom", named(first));
  }
  const day = (value: number) => t("dayNumber", { day: String(value) });
  const numbers = items.map((item) =>
    isNumber(item) ? day(item.from) : t("span", { from: day(item.from), to: day(item.to) }),
  );
  const count = items.length === 1 && first && isNumber(first) ? 1 : PLURAL;
  const listed = numbers.length > 0 ? [t("onDays", { count, days: format.list(numbers) })] : [];
  return t("ofMonth", { days: format.list([...listed, ...special.map(specialDay)]) });

  function specialDay(part: string): string {
    const [, before, nearest] = /^L-0*(\d+)$|^(\d+)W$/.exec(part) ?? [];
    if (nearest !== undefined) return t("onNearestWorkingDay", { day: String(Number(nearest)) });
    if (part === "LW") return t("onLastWorkingDay");
    return Number(before ?? 0) === 0 ? t("onLastDay") : t("onDayBeforeLast", { count: Number(before) });
  }
}

/** Describes the days of the week: `from Monday to Friday`, `on the second Monday of the month`. */
export function describeWeekdays(text: string, { t, format }: CronLanguage): string {
  const { plain, special } = partsOf(text.replace(/(^|,)L(?=,|$)/gi, "$1SUN"), (part) =>
    /#|^(\d|[A-Z]{3})L$/.test(part),
  );
  if (plain && isEvery(WEEKDAY, plain)) return "";
  /** The first day of 2024 was a Monday. */
  const name = (value: number) => format.dateTime(Date.UTC(2024, 0, value), { weekday: "long", timeZone: "UTC" });
  const others = special.map((part) => {
    const [day = "", nth] = part.split("#");
    if (nth !== undefined) return t("onNthWeekday", { nth, day: name(numberOf(WEEKDAY, day)) });
    return t("onLastWeekday", { day: name(numberOf(WEEKDAY, day.slice(0, -1))) });
  });
  return spansAnd(plain ? flat(WEEKDAY, plain) : [], others);

  function spansAnd(items: Item[], rest: string[]): string {
    const single = items.filter(isNumber).map(({ from }) => name(from));
    const spans = items.filter((item) => !isNumber(item)).map((item) => range(item, name));
    return format.list([
      ...(single.length > 0 ? [t("onWeekdays", { days: format.list(single) })] : []),
      ...spans,
      ...rest,
    ]);
  }

  function range({ from, to }: Item, word: (value: number) => string): string {
    return t("range", { from: word(from), to: word(to) });
  }
}

/** Describes the months: `in January and from June to August`. */
export function describeMonths(text: string, { t, format }: CronLanguage): string {
  if (isEvery(MONTH, text)) return "";
  const name = (value: number) => format.dateTime(Date.UTC(2024, value - 1), { month: "long", timeZone: "UTC" });
  const items = flat(MONTH, text);
  const single = items.filter(isNumber).map(({ from }) => name(from));
  const spans = items.filter((item) => !isNumber(item));
  return format.list([
    ...(single.length > 0 ? [t("inMonths", { months: format.list(single) })] : []),
    ...spans.map(({ from, to }) => t("range", { from: name(from), to: name(to) })),
  ]);
}

/** Describes the years: `in 2030`, `from 2030 to 2032`, `in every 2nd year from 2026`. */
export function describeYears(text: string, { t, format }: CronLanguage): string {
  if (isEvery(YEAR, text)) return "";
  const items = itemsOf(YEAR, text);
  const [first] = items;
  if (first && first.step > 1)
    return first.to + first.step > YEAR.max ? t("inEveryNthYear", named(first)) : t("inEveryNthYearFrom", named(first));
  const single = items.filter(isNumber).map(({ from }) => String(from));
  const spans = items.filter((item) => !isNumber(item));
  return format.list([
    ...(single.length > 0 ? [t("inYears", { count: single.length, years: format.list(single) })] : []),
    ...spans.map((item) => t("range", { from: String(item.from), to: String(item.to) })),
  ]);
}

/** Steps of a field with names are always a list, because it is short. */
const flat = (field: Field, text: string): Item[] => itemsOf(field, text, field.max);

const named = ({ from, to, step }: Item) => ({ from: String(from), to: String(to), step });
