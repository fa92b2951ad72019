import { ERAS, HALVES, MONTHS, WEEKDAYS } from "./date-words.ts";
import { signed, type Zone, zoneNamed } from "./zone.ts";

/** A time as clocks of a zone show it: `local` is that time as if it were UTC. */
export type Shown = { at: number; local: Date; zone: Zone };

/** The values read from a text so far. `offset` in milliseconds. */
export type Read = {
  year?: number;
  month?: number;
  day?: number;
  dayOfYear?: number;
  hour?: number;
  minute?: number;
  second?: number;
  fraction?: number;
  isAfternoon?: boolean;
  offset?: number;
  zone?: Zone;
};

/**
 * One letter of a Java date pattern. `write` receives the number of repetitions. `read` consumes the start of a text
 * and returns the length, or 0 if it does not match; `width` is set if digits follow without a gap.
 */
export type DateLetter = {
  write: (shown: Shown, count: number) => string;
  read: (text: string, read: Read, at: { count: number; width: number | undefined }) => number;
  /** Its digits have no bounds of their own: next to another number it takes as many as it has letters. */
  isNumber: (count: number) => boolean;
  /** The smallest difference it shows, in milliseconds. */
  unit?: number;
};

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const digits = (number: number, count: number) => String(number).padStart(count, "0");

function number(value: (shown: Shown) => number, keep: (read: Read, value: number) => void, unit?: number): DateLetter {
  return {
    write: (shown, count) => digits(value(shown), count),
    read: (text, into, { width }) => readDigits(text, width, (found) => keep(into, found)),
    isNumber: () => true,
    ...(unit !== undefined && { unit }),
  };
}

function readDigits(text: string, width: number | undefined, keep: (value: number, digits: string) => void): number {
  const [found = ""] = /^\d{1,18}/.exec(text) ?? [];
  const taken = width === undefined ? found : found.slice(0, width);
  if (taken !== "") keep(Number(taken), taken);
  return taken.length;
}

/** A full name with four letters or more, else its first three. */
function word(
  names: readonly string[],
  value: (shown: Shown) => number,
  keep: (read: Read, index: number) => void,
): DateLetter {
  return {
    write(shown, count) {
      const name = names[value(shown)] ?? "";
      return count >= 4 ? name : name.slice(0, 3);
    },
    read(text, into) {
      const lower = text.slice(0, 20).toLowerCase();
      for (const form of [(name: string) => name, (name: string) => name.slice(0, 3)]) {
        const index = names.findIndex((name) => lower.startsWith(form(name).toLowerCase()));
        if (index < 0) continue;
        keep(into, index);
        return form(names[index] ?? "").length;
      }
      return 0;
    },
    isNumber: () => false,
  };
}

const yearOf = ({ local }: Shown) => local.getUTCFullYear();
const year: DateLetter = {
  write: (shown, count) => (count === 2 ? digits(yearOf(shown) % 100, 2) : digits(yearOf(shown), count)),
  read: (text, into, { count, width }) =>
    readDigits(text, width, (value, { length }) => {
      into.year = count === 2 && length === 2 ? (value > 68 ? 1900 : 2000) + value : value;
    }),
  isNumber: () => true,
};

const monthNumber = number(
  ({ local }) => local.getUTCMonth() + 1,
  (read, value) => {
    read.month = value;
  },
);
const monthName = word(
  MONTHS,
  ({ local }) => local.getUTCMonth(),
  (read, index) => {
    read.month = index + 1;
  },
);
const month: DateLetter = {
  write: (shown, count) => (count < 3 ? monthNumber : monthName).write(shown, count),
  read: (text, into, at) => (at.count < 3 ? monthNumber : monthName).read(text, into, at),
  isNumber: (count) => count < 3,
};

const ignored = () => {};
const dayOfYear = ({ local }: Shown) =>
  Math.floor((local.getTime() - Date.UTC(local.getUTCFullYear(), 0, 1)) / DAY) + 1;
const weekdayOf = ({ local }: Shown) => local.getUTCDay();
/** Weeks begin on Sunday, and the first week contains the first day of the year, as in Java's English locale. */
const weekOf = (dayNumber: number, weekday: number) => Math.floor((dayNumber - 1 - weekday + 13) / 7);
function weekOfYear(shown: Shown): number {
  const { local } = shown;
  const daysLeft = (Date.UTC(local.getUTCFullYear() + 1, 0, 1) - local.getTime()) / DAY;
  const nextYearBegins = new Date(Date.UTC(local.getUTCFullYear() + 1, 0, 1)).getUTCDay();
  return Math.ceil(daysLeft) <= nextYearBegins ? 1 : weekOf(dayOfYear(shown), weekdayOf(shown));
}

const hour = (value: (hour: number) => number, keep: (value: number) => number) =>
  number(
    ({ local }) => value(local.getUTCHours()),
    (read, found) => {
      read.hour = keep(found);
    },
    HOUR,
  );

const fraction: DateLetter = {
  write: ({ local }, count) => digits(local.getUTCMilliseconds(), count),
  // A part of a second with any number of digits: Java would read them as milliseconds, which no provider means.
  read: (text, into, { width }) =>
    readDigits(text, width, (value, { length }) => {
      into.fraction = Math.floor((value / 10 ** length) * 1000);
    }),
  isNumber: () => true,
  unit: 1,
};

/** Names that indicate daylight saving time. */
const HOURS_AHEAD: Readonly<Record<string, number>> = {
  ...{ EST: -5, EDT: -4, CST: -6, CDT: -5, MST: -7, MDT: -6, PST: -8, PDT: -7 },
  ...{ BST: 1, CET: 1, CEST: 2, EET: 2, EEST: 3, AEST: 10, AEDT: 11 },
};

const OFFSET = /^(?:GMT|UTC|UT)?([+-])(\d{2}):?(\d{2})?/i;

/** Accepts any notation of a zone, whatever the pattern has. */
function readZone(text: string, into: Read): number {
  const [whole = "", sign, hours = "0", minutes = "0"] = OFFSET.exec(text) ?? [];
  if (sign !== undefined) {
    into.offset = (sign === "-" ? -1 : 1) * (Number(hours) * HOUR + Number(minutes) * MINUTE);
    return whole.length;
  }
  const [name = ""] = /^[A-Z]+(?:[/_-][A-Z]+)*/i.exec(text.slice(0, 40)) ?? [];
  if (name === "") return 0;
  const hoursAhead = HOURS_AHEAD[name.toUpperCase()];
  if (hoursAhead !== undefined) {
    into.offset = hoursAhead * HOUR;
    return name.length;
  }
  try {
    into.zone = zoneNamed(name);
    return name.length;
  } catch {
    return 0;
  }
}

const offsetOf = ({ at, zone }: Shown) => zone.offsetAt(at);
const zoneLetter = (write: DateLetter["write"]): DateLetter => ({ write, read: readZone, isNumber: () => false });

function zoneName(shown: Shown, count: number): string {
  const { at, zone } = shown;
  if (!zone.name.includes("/")) return zone.name;
  const timeZoneName = count >= 4 ? "long" : "short";
  const parts = new Intl.DateTimeFormat("en-US", { timeZone: zone.name, timeZoneName }).formatToParts(at);
  const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
  return /\d/.test(name) ? `GMT${signed(offsetOf(shown), ":")}` : name;
}

/**
 * The letters of `java.text.SimpleDateFormat`, in English; weeks cannot be read back. `YYYY`, Java's year of the week,
 * is the year here: those who write it mean the year, and the other one is wrong around New Year.
 */
export const DATE_LETTERS: Readonly<Record<string, DateLetter>> = {
  G: {
    write: () => ERAS[1] as string,
    read: (text) => (/^(?:AD|BC)/i.test(text) ? 2 : 0),
    isNumber: () => false,
  },
  y: year,
  Y: year,
  M: month,
  L: month,
  w: number(weekOfYear, ignored),
  W: number((shown) => weekOf(shown.local.getUTCDate(), weekdayOf(shown)), ignored),
  D: number(dayOfYear, (read, value) => {
    read.dayOfYear = value;
  }),
  d: number(
    ({ local }) => local.getUTCDate(),
    (read, value) => {
      read.day = value;
    },
  ),
  F: number(({ local }) => Math.floor((local.getUTCDate() - 1) / 7) + 1, ignored),
  E: word(WEEKDAYS, weekdayOf, ignored),
  // With four letters or more it is the year of newer Java patterns; older ones pad the day of the week.
  u: {
    ...year,
    write: (shown, count) => (count >= 4 ? year.write(shown, count) : digits(weekdayOf(shown) || 7, count)),
    read: (text, into, at) => (at.count >= 4 ? year.read(text, into, at) : readDigits(text, at.width, ignored)),
  },
  a: {
    ...word(
      HALVES,
      ({ local }) => (local.getUTCHours() < 12 ? 0 : 1),
      (read, index) => {
        read.isAfternoon = index === 1;
      },
    ),
    unit: 12 * HOUR,
  },
  H: hour(
    (h) => h,
    (h) => h,
  ),
  k: hour(
    (h) => h || 24,
    (h) => h % 24,
  ),
  K: hour(
    (h) => h % 12,
    (h) => h,
  ),
  h: hour(
    (h) => h % 12 || 12,
    (h) => h % 12,
  ),
  m: number(
    ({ local }) => local.getUTCMinutes(),
    (read, value) => {
      read.minute = value;
    },
    MINUTE,
  ),
  s: number(
    ({ local }) => local.getUTCSeconds(),
    (read, value) => {
      read.second = value;
    },
    SECOND,
  ),
  S: fraction,
  z: zoneLetter(zoneName),
  Z: zoneLetter((shown) => signed(offsetOf(shown))),
  X: zoneLetter((shown, count) => {
    if (offsetOf(shown) === 0) return "Z";
    const written = signed(offsetOf(shown), count >= 3 ? ":" : "");
    return count === 1 ? written.slice(0, 3) : written;
  }),
};
