import { z } from "zod";
import { Failure } from "../../errors.ts";
import { maybe, orElse } from "../../shapes.ts";
import { type DataPath, parseDataPath } from "../data-path.ts";
import { compileDatePattern, type DatePattern } from "./date-pattern.ts";
import { compilePollUrl, type PollUrl } from "./poll-url.ts";
import { UTC, type Zone, zoneNamed } from "./zone.ts";

const text = z.string("must be text").trim().max(4000, "must not be longer than 4,000 characters");
const number = (schema: z.ZodNumber) =>
  z.preprocess((value) => (typeof value === "string" ? Number(value) : value), schema);
const seconds = (most: number) =>
  number(z.number("must be a number of seconds").min(0, "must not be below 0").max(most, `must not be above ${most}`));
const flag = z.preprocess(
  (value) => (typeof value === "string" ? { true: true, false: false }[value.trim().toLowerCase()] : value),
  z.boolean("must be true or false"),
);

const dates = z.object({
  updatedDateField: maybe(text),
  updatedDateFormat: maybe(text),
  updatedDateTimezone: maybe(text),
  createdDateField: maybe(text),
  createdDateFormat: maybe(text),
  createdDateTimezone: maybe(text),
});

/** The polling entry of one resource (spec §2.7). */
export const pollerEntrySchema = z.object({
  url: text,
  idField: text.pipe(z.string().min(1, "is required")),
  filterByUpdatedDate: orElse(flag, true),
  datesConfiguration: orElse(dates, {}),
  createdCheckTolerance: orElse(seconds(86_400), 10),
  pageSize: maybe(number(z.int().min(1, "must not be below 1").max(100_000))),
  pollDelay: orElse(seconds(86_400), 0),
});

/** The position of a date in a row, and its format. */
export type DateField = { name: string; path: DataPath; pattern: DatePattern; zone: Zone };

/** A compiled polling entry. Times in milliseconds. */
export type PollerEntry = {
  resource: string;
  url: PollUrl;
  /** The original text. */
  template: string;
  id: { name: string; path: DataPath };
  updated: DateField | null;
  created: DateField | null;
  filtersByDate: boolean;
  toleranceMs: number;
  delayMs: number;
  pageSize: number | undefined;
};

const STANDARD_FORMAT = "yyyy-MM-dd'T'HH:mm:ssXXX";

/** Compiles one entry; refuses (badRequest) with the name of the field. */
export function compilePollerEntry(resource: string, written: unknown): PollerEntry {
  const parsed = pollerEntrySchema.safeParse(written);
  if (!parsed.success) {
    const [{ path = [], message = "" } = {}] = parsed.error.issues;
    throw refused([resource, ...path].join("."), message);
  }
  const { url, idField, datesConfiguration, filterByUpdatedDate, createdCheckTolerance, pollDelay, pageSize } =
    parsed.data;
  const given = datesConfiguration;
  const dateField = (kind: "updated" | "created"): DateField | null => {
    const name = given[`${kind}DateField`];
    if (!name) return null;
    const at = (field: string) => `${resource}.datesConfiguration.${kind}${field}`;
    const format = given[`${kind}DateFormat`] || STANDARD_FORMAT;
    const zone = given[`${kind}DateTimezone`];
    return {
      name,
      path: parseDataPath(name),
      pattern: named(at("DateFormat"), () => compileDatePattern(format)),
      zone: zone ? named(at("DateTimezone"), () => zoneNamed(zone)) : UTC,
    };
  };
  return {
    resource,
    template: url,
    url: named(`${resource}.url`, () => compilePollUrl(url)),
    id: { name: idField, path: parseDataPath(idField) },
    updated: dateField("updated"),
    created: dateField("created"),
    filtersByDate: filterByUpdatedDate,
    toleranceMs: createdCheckTolerance * 1000,
    delayMs: pollDelay * 1000,
    pageSize,
  };
}

function named<Value>(field: string, compile: () => Value): Value {
  try {
    return compile();
  } catch (error) {
    throw error instanceof Failure ? refused(field, error.message) : error;
  }
}

const refused = (field: string, message: string) =>
  new Failure("badRequest", `event.poller.configuration: ${field}: ${message.replace(/\.?$/, ".")}`);
