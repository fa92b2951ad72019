import { namesImpossibleDay } from "../../calendar.ts";
import { asText } from "../bare-record.ts";
import { defineDataType } from "./data-type.ts";

export const date = defineDataType({
  type: "date",
  label: "date",
  summary: "A day, such as 2026-01-31.",
  sample: "2026-01-31",
  swagger: { type: "string", format: "date" },
  convert: (value) => toDate(value)?.toISOString().slice(0, 10),
  isDate: true,
  widensTo: "string",
  fromOpenApi: ({ format }) => format === "date",
  xsd: ["date"],
  isSample: (value) => typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value),
});

export const dateTime = defineDataType({
  type: "dateTime",
  label: "date and time",
  names: ["date-time"],
  summary: "A point in time as RFC 3339 has it, such as 2026-01-31T12:00:00Z.",
  sample: "2026-01-31T12:00:00Z",
  swagger: { type: "string", format: "date-time" },
  convert: (value) => (isDateTime(value) ? value : toDate(value)?.toISOString()),
  isDate: true,
  widensTo: "string",
  fromOpenApi: ({ format }) => format === "date-time",
  xsd: ["dateTime"],
  isSample: (value) => typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value),
});

const ISO = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/i;

const isDateTime = (value: unknown) =>
  typeof value === "string" && value.length > 10 && toDate(value) !== undefined && !value.includes(" ");

/** ISO 8601, or milliseconds since 1970. A time without a zone is UTC. */
export function toDate(value: unknown): Date | undefined {
  const text = asText(value).trim();
  const read = /^-?\d{5,16}$/.test(text)
    ? new Date(Number(text))
    : ISO.test(text) && !namesImpossibleDay(text)
      ? new Date(text.length > 10 && !/(?:Z|[+-]\d{2}:?\d{2})$/i.test(text) ? `${text.replace(" ", "T")}Z` : text)
      : undefined;
  return read && !Number.isNaN(read.getTime()) ? read : undefined;
}
