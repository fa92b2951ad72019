import { cronFields } from "./cron.ts";
import { type Field, MONTH, WEEKDAY } from "./cron-field.ts";

/**
 * A cron in words: `Every 15 minutes`, `At 08:00 on Monday`, `At 00:00 on day 1, 10 and 15 of the month`. Times are
 * UTC. What has no short form is told field by field. Throws a Failure (badRequest) when it is no cron.
 */
export function describeCron(cron: string): string {
  const { second, minute, hour, day, month, weekday, year } = cronFields(cron);
  return [
    timeWords(start(second, 60), start(minute, 60), start(hour, 24)),
    dayWords(day, weekday),
    monthWords(month),
    isEvery(year) ? "" : `in ${list(year)}`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** A step over the range leaves only where it begins: `0/60` is 0. */
const start = (field: string, size: number) =>
  field.replace(/^(\d+)\/(\d+)$/, (whole, from, step) => (Number(step) >= size ? from : whole));

const isEvery = (field: string) => /^(\?|\*|[*01]\/1)$/.test(field);

function timeWords(second: string, minute: string, hour: string): string {
  const isNumbers = (field: string) => /^\d+(,\d+)*$/.test(field);
  const seconds = second === "0" ? "" : isEvery(second) ? "every second, " : `at second ${list(second)}, `;
  const everyMinutes = stepOf(minute, 60);
  if (seconds === "" && isNumbers(minute) && isNumbers(hour)) return `At ${times(minute, hour)}`;
  if (everyMinutes === 1) return capital(`${seconds}every minute${hourWords(hour)}`);
  if (everyMinutes) return capital(`${seconds}every ${everyMinutes} minutes${hourWords(hour)}`);
  const everyHours = stepOf(hour, 24);
  if (isNumbers(minute) && everyHours) {
    const when = minute === "0" ? "" : ` at minute ${list(minute)}`;
    return capital(`${seconds}every ${everyHours === 1 ? "hour" : `${everyHours} hours`}${when}`);
  }
  return capital(`${seconds}at minute ${list(minute)}${hourWords(hour) || " of every hour"}`);
}

const hourWords = (hour: string) =>
  isEvery(hour) ? "" : stepOf(hour, 24) ? `, every ${stepOf(hour, 24)} hours` : ` past hour ${list(hour)}`;

const times = (minute: string, hour: string) =>
  joined(hour.split(",").flatMap((h) => minute.split(",").map((m) => `${h.padStart(2, "0")}:${m.padStart(2, "0")}`)));

/** How often a field comes round that begins at its first value: `0/15` is 15. */
function stepOf(field: string, size: number): number | undefined {
  if (isEvery(field)) return 1;
  const [, step] = /^[*0]\/(\d+)$/.exec(field) ?? [];
  return step !== undefined && Number(step) < size && size % Number(step) === 0 ? Number(step) : undefined;
}

function dayWords(day: string, weekday: string): string {
  if (!isEvery(weekday)) return `on ${joined(weekday.split(",").map(weekdayWords))}`;
  if (isEvery(day)) return "";
  return `on ${joined(day.split(",").map(monthdayWords)).replaceAll(/, day | and day /g, (word) => word.replace("day ", ""))} of the month`;
}

function monthdayWords(part: string): string {
  const upper = part.toUpperCase();
  if (upper === "L") return "the last day";
  if (upper === "LW") return "the last working day";
  if (upper.startsWith("L-")) return `the day ${upper.slice(2)} before the last`;
  if (upper.endsWith("W")) return `the working day nearest day ${upper.slice(0, -1)}`;
  return `day ${list(part)}`;
}

function weekdayWords(part: string): string {
  const [name = "", nth] = part.toUpperCase().split("#");
  if (nth !== undefined)
    return `the ${["first", "second", "third", "fourth", "fifth"][Number(nth) - 1]} ${named(WEEKDAY, WEEKDAYS, name)} of the month`;
  if (name === "L") return "Sunday";
  if (/^(\d|[A-Z]{3})L$/.test(name)) return `the last ${named(WEEKDAY, WEEKDAYS, name.slice(0, -1))} of the month`;
  return range(name, (value) => named(WEEKDAY, WEEKDAYS, value));
}

const monthWords = (month: string) =>
  isEvery(month)
    ? ""
    : `in ${joined(month.split(",").map((part) => range(part.toUpperCase(), (value) => named(MONTH, MONTHS, value))))}`;

const list = (field: string) => joined(field.split(",").map((part) => range(part, (value) => value)));

/** `1-5` and `0/20` in words. */
function range(part: string, word: (value: string) => string): string {
  const [span = "", step] = part.split("/");
  const [from = "", to] = span.split("-");
  const told = span === "*" ? "every one" : to === undefined ? word(from) : `${word(from)} to ${word(to)}`;
  if (step === undefined) return told;
  return `every ${step} from ${told}`;
}

const named = ({ names = [], min }: Field, words: string[], value: string) =>
  words[(names.includes(value) ? names.indexOf(value) + min : Number(value)) - min] ?? value;

const joined = (words: string[]) =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];
