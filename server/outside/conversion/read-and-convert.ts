import { CORE_SCHEMA, load, mergeTag } from "js-yaml";
import { readSource, syntaxOf } from "#server/element/convert/read-source.ts";
import { convertFile, labelOf } from "#server/element/convert/registry.ts";
import { Failure } from "#server/errors.ts";
import { xml } from "../xml.ts";
import type { ConversionReport, ConversionRequest } from "./converter.ts";

const MOST_ALIASES = 10_000;
const DEEPEST = 100;

const MOST_MERGED_KEYS = 100_000;

/** YAML 1.2 has no merge keys (`<<`), but descriptions use them. */
const READING = {
  schema: CORE_SCHEMA.withTags(mergeTag),
  maxAliases: MOST_ALIASES,
  maxDepth: DEEPEST,
  maxTotalMergeKeys: MOST_MERGED_KEYS,
};

const parsers = {
  yaml: (text: string) => load(text, READING),
  xml: xml.parse,
};

/**
 * Converts the bytes of a file, or returns why not. `onStage` receives the current stage as a phrase: "reading the file
 * as YAML".
 */
export function readAndConvert(
  { bytes, format, ...choices }: ConversionRequest,
  onStage: (stage: string) => void,
): Exclude<ConversionReport, { stage: string }> {
  try {
    const text = decode(bytes);
    onStage(`reading the file as ${SYNTAXES[syntaxOf(text)]}`);
    const file = readSource(text, parsers);
    onStage(`converting the file from ${labelOf(file, format)}`);
    return { conversion: convertFile(file, format, choices) };
  } catch (error) {
    if (error instanceof Failure) return { refusal: { kind: error.kind, message: error.message } };
    throw error;
  }
}

const SYNTAXES = { json: "JSON", yaml: "YAML", xml: "XML", text: "text" };

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new Failure("badRequest", "file: must be UTF-8 text.", { cause });
  }
}
