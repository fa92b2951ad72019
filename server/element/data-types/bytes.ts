import { base64 } from "../base64.ts";
import { type DataType, defineDataType } from "./data-type.ts";

export const byte = defineDataType({
  type: "byte",
  label: "base64",
  summary: "Bytes in base64.",
  sample: "aGVsbG8=",
  swagger: { type: "string", format: "byte" },
  convert: toBase64,
  isEncoded: true,
  fromOpenApi: ({ format }) => format === "byte",
  xsd: ["base64Binary"],
});

export const binary = defineDataType({
  type: "binary",
  label: "binary data",
  summary: "Bytes; in text they are base64.",
  sample: "aGVsbG8=",
  swagger: { type: "string", format: "binary" },
  convert: toBase64,
  isEncoded: true,
  fromOpenApi: ({ format }) => format === "binary",
});

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Text that already is base64 is unchanged, if that is its declared type. */
function toBase64(value: unknown, from: DataType | undefined): unknown {
  if (typeof value !== "string") return value;
  if (!from?.isEncoded) return base64(value);
  return BASE64.test(value) ? value : undefined;
}
