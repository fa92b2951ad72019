import { type DataType, defineDataType } from "./data-type.ts";
import { toDate } from "./date.ts";

const convert = (value: unknown, from: DataType | undefined): unknown =>
  from?.isDate ? toDate(value)?.getTime() : toInteger(value);

export const integer = defineDataType({
  type: "integer",
  label: "integer",
  summary: "A whole number. Of a date: milliseconds since 1970.",
  sample: "1",
  swagger: { type: "integer" },
  convert,
  widensTo: "number",
  fromOpenApi: ({ type }) => type === "integer",
  xsd: ["integer", "nonNegativeInteger", "positiveInteger", "nonPositiveInteger", "negativeInteger", "unsignedLong"],
});

export const long = defineDataType({
  type: "long",
  label: "64-bit integer",
  summary: "A whole number of 64 bits. Of a date: milliseconds since 1970.",
  sample: "1",
  swagger: { type: "integer", format: "int64" },
  convert,
  widensTo: "double",
  fromOpenApi: ({ format }) => format === "int64",
  xsd: ["long", "unsignedInt"],
  isSample: (value) => Number.isInteger(value) && Math.abs(Number(value)) >= 2 ** 31,
});

/** Only models have it. */
export const int = defineDataType({
  type: "int",
  label: "32-bit integer",
  summary: "A whole number of 32 bits.",
  sample: "1",
  swagger: { type: "integer", format: "int32" },
  widensTo: "long",
  xsd: ["int", "short", "byte", "unsignedShort", "unsignedByte"],
  isSample: (value) => Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31,
});

/** Numbers that JavaScript cannot represent exactly stay text. */
function toInteger(value: unknown): unknown {
  if (typeof value === "number") return Number.isInteger(value) ? value : undefined;
  if (typeof value !== "string" || !/^\s*[+-]?\d{1,100}\s*$/.test(value)) return undefined;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value.trim();
}
