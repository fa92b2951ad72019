import { Failure } from "#server/errors.ts";
import type { SourceFile } from "./format.ts";
import { requireBounded } from "./require-bounded.ts";

/** Text to values; each throws an Error whose first line says what is wrong and where. */
export type Parsers = { yaml: (text: string) => unknown; xml: (text: string) => unknown };

/** Reads the text of a description by its first characters. Refuses (badRequest) what is empty or cannot be read, and what `requireBounded` refuses. */
export function readSource(text: string, parsers: Parsers): SourceFile {
  const start = text.slice(0, 1000).trimStart();
  if (start === "" && text.trim() === "") throw new Failure("badRequest", "file: is missing or empty.");
  if (start.startsWith("<")) return { text, syntax: "xml", document: parsers.xml(text) };
  if (/^(?:\$\s*)?(?:#[^\n]*\n\s*)*curl(?:\.exe)?\s/.test(start)) return { text, syntax: "text", document: undefined };
  if (/^[[{]/.test(start)) return { text, syntax: "json", document: parsed(text, JSON.parse) };
  return { text, syntax: "yaml", document: parsed(text, parsers.yaml) };
}

function parsed(text: string, parse: (text: string) => unknown): unknown {
  let document: unknown;
  try {
    document = parse(text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split("\n", 1).join() : "";
    throw new Failure("badRequest", `file: must be JSON or YAML (${reason.slice(0, 200)}).`, { cause });
  }
  requireBounded(document);
  return document;
}
