import { asText } from "../bare-record.ts";
import { defineDataType } from "./data-type.ts";

export const string = defineDataType({
  type: "string",
  label: "text",
  summary: "Text.",
  swagger: { type: "string" },
  convert: (value, from) => (typeof value === "object" && from?.type === "string" ? value : asText(value)),
  xsd: ["string"],
  isSample: (value) => typeof value === "string",
});

/** Text that is hidden where it is entered. */
export const password = defineDataType({
  type: "password",
  label: "password",
  summary: "Text that is hidden where it is entered.",
  swagger: { type: "string", format: "password" },
  convert: asText,
  fromOpenApi: ({ format }) => format === "password",
});
