import { isCalendarDay } from "../../calendar.ts";
import { Failure } from "../../errors.ts";
import { DATE_LETTERS, type DateLetter, type Read, type Shown } from "./date-letters.ts";
import { instantsOf, UTC, type Zone } from "./zone.ts";

/** When something was, in milliseconds: `from` is not `to` only in the hour that comes twice when summer time ends. */
export type Moment = { from: number; to: number };

/** A compiled Java date pattern. */
export type DatePattern = {
  write: (at: number, zone?: Zone) => string;
  /** Null if the text is no date. */
  read: (value: unknown, zone?: Zone) => Moment | null;
  /** The smallest difference that it shows, in milliseconds. */
  unit: number;
  /** The pattern contains the offset from UTC. */
  hasZone: boolean;
  /** It counts units since 1970: its texts are numbers. */
  isCount?: true;
};

type Part = { literal: string } | { letter: DateLetter; count: number };

const LONGEST = 200;
const DAY = 86_400_000;

/** Numbers instead of dates, by the names that replace a pattern. */
const COUNTS: Readonly<Record<string, number>> = { milliseconds: 1, seconds: 1000, microseconds: 0.001 };

/**
 * Compiles a pattern of `java.text.SimpleDateFormat`, or `milliseconds`, `seconds` or `microseconds` since 1970.
 * Refuses (badRequest) letters that mean nothing and quotes that do not end (C10).
 */
export function compileDatePattern(pattern: string): DatePattern {
  if (pattern.length > LONGEST)
    throw new Failure("badRequest", `a date pattern must not be longer than ${LONGEST} characters.`);
  const unit = Object.hasOwn(COUNTS, pattern) ? COUNTS[pattern] : undefined;
  if (unit !== undefined) return countPattern(unit);
  const parts = partsOf(pattern);
  const letters = parts.filter((part) => "letter" in part);
  if (letters.length === 0)
    throw new Failure("badRequest", `${JSON.stringify(pattern)} contains no date or time letters.`);
  return {
    write(at, zone = UTC) {
      const shown: Shown = { at, zone, local: new Date(at + zone.offsetAt(at)) };
      return parts.map((part) => ("letter" in part ? part.letter.write(shown, part.count) : part.literal)).join("");
    },
    read: (value, zone = UTC) => readMoment(parts, value, zone),
    unit: Math.min(DAY, ...letters.map(({ letter }) => letter.unit ?? DAY)),
    hasZone: letters.some(({ letter }) => [DATE_LETTERS.z, DATE_LETTERS.Z, DATE_LETTERS.X].includes(letter)),
  };
}

const countPattern = (unit: number): DatePattern => ({
  write: (at) => String(Math.floor(at / unit)),
  read(value, zone = UTC) {
    const count = typeof value === "string" && /^-?\d+(?:\.\d+)?$/.test(value.trim()) ? Number(value) : value;
    if (typeof count === "number" && Number.isFinite(count)) return valid(Math.floor(count * unit));
    return typeof value === "string" ? readIso(value, zone) : null;
  },
  unit: Math.max(unit, 1),
  hasZone: true,
  isCount: true,
});

function partsOf(pattern: string): Part[] {
  const parts: Part[] = [];
  const refused = (reason: string) =>
    new Failure("badRequest", `the date pattern ${JSON.stringify(pattern)} cannot be used: ${reason}.`);
  for (let at = 0; at < pattern.length; ) {
    const sign = pattern[at] as string;
    if (sign === "'") {
      const [quoted] = /^'(?:[^']|'')*'/.exec(pattern.slice(at)) ?? [];
      if (quoted === undefined) throw refused("a quote does not end");
      parts.push({ literal: quoted === "''" ? "'" : quoted.slice(1, -1).replaceAll("''", "'") });
      at += quoted.length;
    } else if (/[A-Za-z]/.test(sign)) {
      let end = at;
      while (pattern[end] === sign) end++;
      const letter = Object.hasOwn(DATE_LETTERS, sign) ? DATE_LETTERS[sign] : undefined;
      if (!letter) throw refused(`the letter ${sign} means nothing there; put text in single quotes`);
      parts.push({ letter, count: end - at });
      at = end;
    } else {
      parts.push({ literal: sign });
      at++;
    }
  }
  return parts;
}

/**
 * A date as the pattern has it; else as ISO 8601, if it is that in full; else as the pattern has the beginning of it;
 * numbers count seconds or milliseconds.
 */
function readMoment(parts: readonly Part[], value: unknown, zone: Zone): Moment | null {
  if (typeof value === "number") return Number.isFinite(value) ? valid(value > 1e11 ? value : value * 1000) : null;
  if (typeof value !== "string" || value.length > LONGEST) return null;
  const text = value.trim();
  const taken = take(parts, text);
  if (taken?.rest === "") return momentOf(taken.read, zone);
  return readIso(text, zone) ?? (taken && momentOf(taken.read, zone));
}

function take(parts: readonly Part[], text: string): { read: Read; rest: string } | null {
  const read: Read = {};
  let rest = text;
  for (const [index, part] of parts.entries()) {
    if ("literal" in part) {
      const length = literalAt(rest, part.literal);
      if (length === null) return null;
      rest = rest.slice(length);
      continue;
    }
    const next = parts[index + 1];
    const isTight = part.letter.isNumber(part.count) && next && "letter" in next && next.letter.isNumber(next.count);
    const length = part.letter.read(rest, read, { count: part.count, width: isTight ? part.count : undefined });
    if (length === 0) return null;
    rest = rest.slice(length);
  }
  return { read, rest };
}

/** A space matches any number of spaces. */
function literalAt(text: string, literal: string): number | null {
  if (text.startsWith(literal)) return literal === " " ? text.length - text.trimStart().length : literal.length;
  return null;
}

function momentOf(read: Read, zone: Zone): Moment | null {
  const { year = 1970, month = 1, day = 1, dayOfYear, minute = 0, second = 0, fraction = 0 } = read;
  const hour = (read.hour ?? 0) + (read.isAfternoon && (read.hour ?? 0) < 12 ? 12 : 0);
  const isDate = isCalendarDay(year, month, day) && (dayOfYear ?? 1) <= (isCalendarDay(year, 2, 29) ? 366 : 365);
  if (!isDate || hour > 24 || minute > 59 || second > 60) return null;
  const local =
    dayOfYear === undefined
      ? Date.UTC(year, month - 1, day, hour, minute, second, fraction)
      : Date.UTC(year, 0, dayOfYear, hour, minute, second, fraction);
  if (read.offset !== undefined) return valid(local - read.offset);
  const { from, to } = instantsOf(local, read.zone ?? zone);
  return valid(from) && valid(to) && { from, to };
}

const ISO =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d)(?::?(\d\d)(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d\d:?(?:\d\d)?)?)?$/i;

function readIso(text: string, zone: Zone): Moment | null {
  const [, year, month, day, hour = 0, minute = 0, second = 0, fraction = "0", offset] = ISO.exec(text.trim()) ?? [];
  if (year === undefined) return null;
  const read: Read = {
    ...{ year: Number(year), month: Number(month), day: Number(day) },
    ...{ hour: Number(hour), minute: Number(minute), second: Number(second) },
    fraction: Math.floor(Number(`0.${fraction}`) * 1000),
  };
  if (offset?.toUpperCase() === "Z") read.offset = 0;
  else if (offset !== undefined) DATE_LETTERS.X?.read(offset, read, { count: 3, width: undefined });
  return momentOf(read, zone);
}

const LAST = 8.64e15;
const valid = (at: number): Moment | null => (Math.abs(at) <= LAST ? { from: at, to: at } : null);
