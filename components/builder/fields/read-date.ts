import { compileDatePattern } from "#server/element/polling/date-pattern.ts";
import { UTC, zoneNamed } from "#server/element/polling/zone.ts";

/** Formats of providers, the most precise first: the first one that can read a sample is offered. */
const FORMATS = [
  "yyyy-MM-dd'T'HH:mm:ss.SSSXXX",
  "yyyy-MM-dd'T'HH:mm:ss.SSSZ",
  "yyyy-MM-dd'T'HH:mm:ss.SSS",
  "yyyy-MM-dd'T'HH:mm:ssXXX",
  "yyyy-MM-dd'T'HH:mm:ssZ",
  "yyyy-MM-dd'T'HH:mm:ss",
  "yyyy-MM-dd HH:mm:ss.SSS",
  "yyyy-MM-dd HH:mm:ssZ",
  "yyyy-MM-dd HH:mm:ss",
  "yyyy-MM-dd HH:mm",
  "EEE, dd MMM yyyy HH:mm:ss zzz",
  "EEE, dd MMM yyyy HH:mm:ss Z",
  "MM/dd/yyyy HH:mm:ss",
  "MM/dd/yyyy hh:mm:ss a",
  "dd.MM.yyyy HH:mm:ss",
  "yyyyMMdd'T'HHmmssZ",
  "yyyyMMddHHmmss",
  "yyyy-MM-dd",
  "MM/dd/yyyy",
  "dd.MM.yyyy",
] as const;

export type DateReading = { iso: string } | { problem: string } | "unreadable";

/** Reads a date in this format with the poller's own code. An empty zone is UTC. */
export function readDate(sample: string, format: string, zone: string): DateReading {
  try {
    const moment = compileDatePattern(format).read(asValue(sample), zone === "" ? UTC : zoneNamed(zone));
    return moment === null ? "unreadable" : { iso: new Date(moment.from).toISOString() };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** The format in which a date is written back as it was given; undefined if no common one does. */
export function recognizeFormat(sample: string): string | undefined {
  const text = sample.trim();
  if (/^\d{9,10}$/.test(text)) return "seconds";
  if (/^\d{12,13}$/.test(text)) return "milliseconds";
  if (/^\d{15,16}$/.test(text)) return "microseconds";
  return FORMATS.find((format) => {
    const { read, write } = compileDatePattern(format);
    const moment = read(text);
    return moment !== null && sameShape(write(moment.from), text);
  });
}

const asValue = (sample: string): unknown => (/^\d+$/.test(sample.trim()) ? Number(sample.trim()) : sample.trim());

/** Digits may differ, because the offset of the sample is unknown. */
const sameShape = (one: string, other: string): boolean => shapeOf(one) === shapeOf(other);
const shapeOf = (text: string): string =>
  text
    .replace(/Z$|[+-]\d{2}:\d{2}$/, "±00:00")
    .replace(/[+-]\d{4}$/, "±0000")
    .replaceAll(/[A-Za-z]+/g, (word) => (word === "T" ? word : "A"))
    .replaceAll(/\d/g, "0");
