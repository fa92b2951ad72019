import { defineDataType } from "./data-type.ts";

export const float = defineDataType({
  type: "float",
  label: "32-bit number",
  summary: "A number of 32 bits.",
  sample: "1.5",
  swagger: { type: "number", format: "float" },
  convert: toNumber,
  widensTo: "double",
  fromOpenApi: ({ format }) => format === "float",
  xsd: ["float"],
});

export const double = defineDataType({
  type: "double",
  label: "64-bit number",
  summary: "A number of 64 bits.",
  sample: "1.5",
  swagger: { type: "number", format: "double" },
  convert: toNumber,
  widensTo: "number",
  fromOpenApi: ({ type }) => type === "number",
  xsd: ["double"],
  isSample: (value) => typeof value === "number" && !Number.isInteger(value),
});

/** Only models have it. */
export const number = defineDataType({
  type: "number",
  label: "number",
  summary: "A number.",
  sample: "1",
  swagger: { type: "number" },
  xsd: ["decimal"],
});

function toNumber(value: unknown): unknown {
  if (typeof value === "number") return value;
  if (typeof value !== "string" || !/^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i.test(value)) return undefined;
  const parsed = Number(value);
  return Number.isFinite(parsed) ? parsed : undefined;
}
