import { parentPort, workerData } from "node:worker_threads";
import { CORE_SCHEMA, load } from "js-yaml";
import { readSource } from "#server/element/convert/read-source.ts";
import { convertFile } from "#server/element/convert/registry.ts";
import { Failure } from "#server/errors.ts";
import { xml } from "../xml.ts";
import type { ConversionReport, ConversionRequest } from "./converter.ts";

// The body of the thread that converts one file, and ends.

const MOST_ALIASES = 10_000;
const DEEPEST = 100;

const parsers = {
  yaml: (text: string) => load(text, { schema: CORE_SCHEMA, maxAliases: MOST_ALIASES, maxDepth: DEEPEST }),
  xml: xml.parse,
};

const report = (message: ConversionReport) => parentPort?.postMessage(message);

function convert({ bytes, format }: ConversionRequest): ConversionReport {
  try {
    report({ stage: "reading it" });
    const file = readSource(decode(bytes), parsers);
    report({ stage: "converting its operations" });
    return { conversion: convertFile(file, format) };
  } catch (error) {
    if (error instanceof Failure) return { refusal: { kind: error.kind, message: error.message } };
    throw error;
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new Failure("badRequest", "file: must be UTF-8 text.", { cause });
  }
}

report(convert(workerData as ConversionRequest));
