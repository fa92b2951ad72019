import { HOUR, MINUTE, SECOND, valuesOf } from "#server/formula/cron-field.ts";
import { type Item, intervalOf, isEvery, isNumber, itemsOf } from "./cron-items.ts";
import type { CronLanguage } from "./cron-language.ts";

/** The most times of day that are listed. */
const MOST_TIMES = 12;

const PLURAL = 2;

const two = (value: number) => String(value).padStart(2, "0");

type Times = { second: string; minute: string; hour: string };

/** Describes the time of day of a cron: `every 15 minutes`, `at 08:00`, `every 2 hours from 08:30 to 18:30`. */
export function describeTime({ second, minute, hour }: Times, { t, format }: CronLanguage): string {
  const isWhole = valuesOf(SECOND, second).join() === "0";
  const [seconds, minutes, hours] = [itemsOf(SECOND, second), itemsOf(MINUTE, minute), itemsOf(HOUR, hour)];
  if (isWhole || seconds.every(isNumber)) {
    const isWritten = [minute, hour].every((text) => /^[\d,]+$/.test(text));
    const isEven = intervalOf(MINUTE, minute) !== undefined || intervalOf(HOUR, hour) !== undefined;
    const all = isWritten || !isEven ? timesOf(isWhole ? [] : valuesOf(SECOND, second)) : undefined;
    if (all) return t("at", { times: format.list(all) });
  }
  if (isWhole) return wholeMinutes();
  const interval = intervalOf(SECOND, second);
  const text = interval ? t("everySecond", { count: interval }) : clause("second", seconds);
  if (!isEvery(MINUTE, minute)) return `${text}, ${wholeMinutes()}`;
  const start = interval ? text : `${text} ${t("ofEveryMinute")}`;
  return isEvery(HOUR, hour) ? start : `${start}, ${hoursText()}`;

  /** The times of day, if there are few; undefined if minutes or hours are more than numbers. */
  function timesOf(withSeconds: number[]): string[] | undefined {
    if (![...minutes, ...hours].every(isNumber)) return undefined;
    const listed = hours.flatMap(({ from: h }) =>
      minutes.flatMap(({ from: m }) =>
        withSeconds.length > 0 ? withSeconds.map((s) => `${two(h)}:${two(m)}:${two(s)}`) : [`${two(h)}:${two(m)}`],
      ),
    );
    return listed.length <= MOST_TIMES ? listed : undefined;
  }

  function wholeMinutes(): string {
    const every = intervalOf(MINUTE, minute);
    if (every) {
      const start = t("everyMinute", { count: every });
      return isEvery(HOUR, hour) ? start : `${start} ${hoursText()}`;
    }
    const everyHours = intervalOf(HOUR, hour);
    if (everyHours && minutes.every(isNumber)) return everyHour(everyHours);
    const [at, span] = [minutes[0], hours[0]];
    if (at && span && minutes.length + hours.length === 2 && isNumber(at) && !isNumber(span)) {
      const times = { from: `${two(span.from)}:${two(at.from)}`, to: `${two(span.to)}:${two(at.from)}` };
      return t("everyHourFrom", { count: span.step, ...times });
    }
    if (at && span && minutes.length + hours.length === 2 && isNumber(span) && !isNumber(at)) {
      const times = { from: `${two(span.from)}:${two(at.from)}`, to: `${two(span.from)}:${two(at.to)}` };
      return `${t("everyMinute", { count: at.step })} ${t("range", times)}`;
    }
    const start = clause("minute", minutes);
    if (isEvery(HOUR, hour)) return `${start} ${t("ofEveryHour")}`;
    const isSpans = hours.every((item) => !isNumber(item) && item.step === 1);
    return `${isSpans ? `${start} ${t("ofEveryHour")}` : start} ${hoursText()}`;
  }

  /** `every 2 hours at minute 30`; every single hour is named after its minutes. */
  function everyHour(count: number): string {
    const isFull = minutes.length === 1 && minutes[0]?.from === 0;
    if (isFull) return t("everyHour", { count });
    const text = clause("minute", minutes);
    return count === 1 ? `${text} ${t("ofEveryHour")}` : `${t("everyHour", { count })} ${text}`;
  }

  /** The hours of minutes that are described before: `from 08:00 to 17:59`. */
  function hoursText(): string {
    const interval = intervalOf(HOUR, hour);
    if (interval) return t("inEveryNthHour", { step: interval });
    return format.list(
      hours.map(({ from, to, step }) => {
        const span = { from: `${two(from)}:00`, to: `${two(to)}:59` };
        return step > 1 ? t("inEveryNthHourFrom", { step, ...span }) : t("range", span);
      }),
    );
  }

  /** `at minute 5`, `at minutes 5 to 10 and 30`, `at every 7th minute from 0 to 56`. */
  function clause(unit: "second" | "minute", items: Item[]): string {
    const [first] = items;
    if (first && first.step > 1) return t(`everyNth.${unit}`, named(first));
    const isOne = items.length === 1 && first && isNumber(first);
    const list = format.list(items.map((item) => (isNumber(item) ? String(item.from) : t("span", named(item)))));
    return t(`atUnit.${unit}`, { count: isOne ? 1 : PLURAL, list });
  }
}

const named = ({ from, to, step }: Item) => ({ from: String(from), to: String(to), step });
