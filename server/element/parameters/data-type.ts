import { namesImpossibleDay } from "../../calendar.ts";
import { Failure } from "../../errors.ts";
import { base64 } from "../auth/base64.ts";
import { asText } from "../bare-record.ts";

type Convert = (value: unknown) => unknown;

/**
 * The conversion from one data type to another (spec §2.9); undefined if none is needed. Types are names of spec §2.9
 * in any case; others, such as names of models, convert nothing. The function refuses (badRequest) a value that is not
 * of its type, and calls it `name`. Entries of lists are converted one by one.
 */
export function converterBetween(name: string, from: string | undefined, to: string | undefined): Convert | undefined {
  const source = from?.toLowerCase() ?? "";
  const convert = CONVERTERS[to?.toLowerCase() ?? ""];
  if (!convert) return undefined;
  const one: Convert = (value) => {
    if (value === null || value === undefined) return value;
    const converted = convert(value, source);
    if (converted === undefined) throw new Failure("badRequest", `${name}: ${describe(value)} is not of type ${to}.`);
    return converted;
  };
  return (value) => (Array.isArray(value) ? value.map(one) : one(value));
}

/** undefined: the value is not of that type. */
type Converter = (value: unknown, from: string) => unknown;

const CONVERTERS: Record<string, Converter | undefined> = {
  integer: (value, from) => (isDateType(from) ? toEpoch(value) : toInteger(value)),
  long: (value, from) => (isDateType(from) ? toEpoch(value) : toInteger(value)),
  float: toNumber,
  double: toNumber,
  boolean: toBoolean,
  string: (value, from) => (typeof value === "object" && from === "string" ? value : asText(value)),
  password: (value) => asText(value),
  date: (value) => toDate(value)?.toISOString().slice(0, 10),
  datetime: (value) => (isDateTime(value) ? value : toDate(value)?.toISOString()),
  byte: toBase64,
  binary: toBase64,
};

const isDateType = (type: string) => type === "date" || type === "datetime";

const describe = (value: unknown) => JSON.stringify(asText(value).slice(0, 50));

/** Numbers that JavaScript cannot represent exactly stay text. */
function toInteger(value: unknown): unknown {
  if (typeof value === "number") return Number.isInteger(value) ? value : undefined;
  if (typeof value !== "string" || !/^\s*[+-]?\d{1,100}\s*$/.test(value)) return undefined;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value.trim();
}

function toNumber(value: unknown): unknown {
  if (typeof value === "number") return value;
  if (typeof value !== "string" || !/^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i.test(value)) return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

const BOOLEANS = new Map(Object.entries({ true: true, yes: true, 1: true, false: false, no: false, 0: false }));

function toBoolean(value: unknown): unknown {
  return typeof value === "boolean" ? value : BOOLEANS.get(asText(value).trim().toLowerCase());
}

const ISO = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/i;

const isDateTime = (value: unknown) =>
  typeof value === "string" && value.length > 10 && toDate(value) !== undefined && !value.includes(" ");

/** ISO 8601, or milliseconds since 1970. A time without a zone is UTC. */
function toDate(value: unknown): Date | undefined {
  const text = asText(value).trim();
  const date = /^-?\d{5,16}$/.test(text)
    ? new Date(Number(text))
    : ISO.test(text) && !namesImpossibleDay(text)
      ? new Date(text.length > 10 && !/(?:Z|[+-]\d{2}:?\d{2})$/i.test(text) ? `${text.replace(" ", "T")}Z` : text)
      : undefined;
  return date && !Number.isNaN(date.getTime()) ? date : undefined;
}

const toEpoch = (value: unknown): unknown => toDate(value)?.getTime();

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Text that is base64 already stays, if that is its declared type. */
function toBase64(value: unknown, from: string): unknown {
  if (typeof value !== "string") return value;
  const isEncoded = from === "byte" || from === "binary";
  if (!isEncoded) return base64(value);
  return BASE64.test(value) ? value : undefined;
}
