import type { Conversion, ConversionChoices } from "./conversion.ts";

/** A file as it was read: `document` is what its text describes, in JSON, YAML or XML; undefined for other text. */
export type SourceFile = { text: string; syntax: "json" | "yaml" | "xml" | "text"; document: unknown };

/** One format of descriptions. Adding one is one file and a row in the registry. */
export type ImportFormat<Type extends string = string> = {
  type: Type;
  label: string;
  /** The label of the version that a file has. */
  labelOf?: (file: SourceFile) => string;
  /** Its other name in `POST /elements/convert?type=`. */
  otherName?: string;
  /** Whether a file has this format; earlier rows take precedence. */
  isOf: (file: SourceFile) => boolean;
  /** Refuses (badRequest, with the position in the file) what it cannot read. */
  convert: (file: SourceFile, choices?: ConversionChoices) => Conversion;
};

export const defineFormat = <const Type extends string>(format: ImportFormat<Type>): ImportFormat<Type> => format;
