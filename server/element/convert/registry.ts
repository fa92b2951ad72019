import { Failure } from "#server/errors.ts";
import { registry } from "../../registry.ts";
import { type Conversion, type ConversionChoices, refusedDocument } from "./conversion.ts";
import { curl } from "./curl.ts";
import type { ImportFormat, SourceFile } from "./format.ts";
import { har } from "./har.ts";
import { openApi } from "./openapi.ts";
import { problemOfFormat } from "./other-formats.ts";
import { postman } from "./postman.ts";
import { sampleResponse } from "./sample-response.ts";
import { wsdl } from "./wsdl.ts";

/** Every format that elements are made of; the first that recognizes a file reads it. To add one: write its file and name it here. */
export const IMPORT_FORMATS = registry(openApi, wsdl, postman, har, curl, sampleResponse);

const FORMATS: readonly ImportFormat[] = Object.values(IMPORT_FORMATS);

/** The names by which a format can be requested. */
export const FORMAT_NAMES: readonly string[] = FORMATS.flatMap(({ type, otherName }) =>
  otherName === undefined ? [type] : [type, otherName],
);

/** The named format of a file, else the first that recognizes it. Refuses (badRequest) unknown files. */
export function formatOf(file: SourceFile, name: string | undefined): ImportFormat {
  const format = FORMATS.find(({ type, otherName, isOf }) =>
    name === undefined ? isOf(file) : type === name || otherName === name,
  );
  if (format) return format;
  const problem = problemOfFormat(file.document);
  if (problem !== undefined) throw refusedDocument("", problem);
  const labels = FORMATS.map(({ label }) => label).join(", ");
  throw new Failure("badRequest", `file: its format is not recognized. It can be ${labels}.`);
}

export type ImportedConversion = Conversion & { format: { type: string; label: string } };

/** Converts a file. Refuses (badRequest) with the position in it. */
export function convertFile(
  file: SourceFile,
  name: string | undefined,
  choices: ConversionChoices = {},
): ImportedConversion {
  const { type, convert } = formatOf(file, name);
  return { format: { type, label: labelOf(file, name) }, ...convert(file, choices) };
}

/** The words for the format of a file, with its version. */
export function labelOf(file: SourceFile, name: string | undefined): string {
  const format = formatOf(file, name);
  return format.labelOf?.(file) ?? format.label;
}
