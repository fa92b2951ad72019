import { asText } from "../bare-record.ts";
import { defineDataType } from "./data-type.ts";

const WRITTEN = new Map(Object.entries({ true: true, yes: true, 1: true, false: false, no: false, 0: false }));

export const boolean = defineDataType({
  type: "boolean",
  label: "boolean",
  summary: "true or false; also written yes, no, 1 or 0.",
  sample: "true",
  swagger: { type: "boolean" },
  convert: (value) => (typeof value === "boolean" ? value : WRITTEN.get(asText(value).trim().toLowerCase())),
  fromOpenApi: ({ type }) => type === "boolean",
  xsd: ["boolean"],
  isSample: (value) => typeof value === "boolean",
});
