import { Failure } from "#server/errors.ts";
import { isCurlText } from "./curl-text.ts";
import type { SourceFile } from "./format.ts";
import { requireBounded } from "./require-bounded.ts";
import { unclosedPlaceOf } from "./unclosed-place.ts";

/** Parses text; throws an Error whose first line has the problem and its position. */
export type Parsers = { yaml: (text: string) => unknown; xml: (text: string) => unknown };

/** The syntax of a text by its first characters. */
export function syntaxOf(text: string): SourceFile["syntax"] {
  const start = text.slice(0, 1000).trimStart();
  if (start.startsWith("<")) return "xml";
  if (isCurlText(text)) return "text";
  return /^[[{]/.test(start) ? "json" : "yaml";
}

/** Reads the text of a description. Refuses (badRequest) what is empty or cannot be read, and what `requireBounded` refuses. */
export function readSource(text: string, parsers: Parsers): SourceFile {
  if (text.trim() === "") throw new Failure("badRequest", "file: is missing or empty.");
  const syntax = syntaxOf(text);
  return { text, syntax, document: READERS[syntax](text, parsers) };
}

const READERS: Record<SourceFile["syntax"], (text: string, parsers: Parsers) => unknown> = {
  xml: (text, { xml }) => xml(text),
  text: () => undefined,
  json: (text) => parsed(text, JSON.parse, jsonProblem),
  yaml: (text, { yaml }) => parsed(text, yaml, ({ message }) => message.split("\n", 1).join().slice(0, 200)),
};

function parsed(
  text: string,
  parse: (text: string) => unknown,
  problemIn: (error: Error, text: string) => string,
): unknown {
  let document: unknown;
  try {
    document = parse(text);
  } catch (cause) {
    const reason = cause instanceof Error ? problemIn(cause, text) : "";
    throw new Failure("badRequest", `file: must be JSON or YAML (${reason}).`, { cause });
  }
  requireBounded(document);
  return document;
}

/** The parser names the line, which does not help if the text ends early. */
function jsonProblem({ message }: Error, text: string): string {
  const position = Number(/ at position (\d+)/.exec(message)?.[1] ?? Number.POSITIVE_INFINITY);
  const isCut = position >= text.trimEnd().length || message.startsWith("Unterminated string");
  return isCut ? `the file ends early, within ${unclosedPlaceOf(text)}` : message.slice(0, 200);
}
