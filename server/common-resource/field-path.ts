import { isRecord } from "#server/element/bare-record.ts";
import { Failure } from "#server/errors.ts";

/** A condition on the entries of a list: `[id=4]`, `[?(@.type=='home')]`. */
export type EntryFilter = { path: readonly string[]; operator: Operator; value: string | number | boolean | null };
/** One step of a path: a field, an entry of a list by its number, every entry, those that match, or how many there are. */
export type FieldPathPart =
  | { field: string }
  | { index: number }
  | { each: true }
  | { filter: EntryFilter; takes: "first" | "every" }
  | { size: true };
export type FieldPath = readonly FieldPathPart[];

const OPERATORS = {
  "==": (a: unknown, b: unknown) => isSame(a, b),
  "!=": (a: unknown, b: unknown) => !isSame(a, b),
  "<": (a: unknown, b: unknown) => isBefore(a, b),
  "<=": (a: unknown, b: unknown) => !isBefore(b, a),
  ">": (a: unknown, b: unknown) => isBefore(b, a),
  ">=": (a: unknown, b: unknown) => !isBefore(a, b),
} as const;
type Operator = keyof typeof OPERATORS;

/** `4` in a path matches both 4 and "4" of providers. */
const isSame = (a: unknown, b: unknown): boolean => a === b || (a != null && b != null && String(a) === String(b));
const isBefore = (a: unknown, b: unknown): boolean =>
  typeof a === "number" && typeof b === "number" ? a < b : String(a) < String(b);

const MOST_PARTS = 50;
const MOST_INDEX = 1000;
const REACHES_PROTOTYPE = new Set(["__proto__", "constructor", "prototype"]);

const FIELD = /[^.[\]()'"]+/y;
const BRACKET =
  /\[(?:(\d{1,9})|(\*)|'([^']*)'|"([^"]*)"|([\w$.-]+)=(?:'([^']*)'|"([^"]*)"|([^\][='"]+))|\?\(\s*@\.([\w$.-]+)\s*(==|!=|<=|>=|<|>)\s*(?:'([^']*)'|"([^"]*)"|([^\])'"]+?))\s*\))\]/y;

/**
 * Reads a path of a transformation: `a.b`, `a['b c']`, `a[0]`, `a[*].b`, `a[id=4].b`, `a[?(@.type=='home')].b`,
 * `a.size()`. Linear in the text. Refuses (badRequest) what is none, with what was expected.
 */
export function parseFieldPath(text: string): FieldPath {
  const parts: FieldPathPart[] = [];
  const path = text.trim().replace(/^\$\.?(?=.)/, "");
  const refused = (at: number) =>
    new Failure(
      "badRequest",
      `the path ${JSON.stringify(text.slice(0, 100))} cannot be read at position ${at + 1}. Write it like a.b, a[0], a[*].b, a[id=4], a[?(@.x==2)] or a.size().`,
    );
  for (let at = 0; at < path.length; ) {
    if (parts.length >= MOST_PARTS) throw new Failure("badRequest", `a path has at most ${MOST_PARTS} parts.`);
    if (path[at] === "[") {
      BRACKET.lastIndex = at;
      const found = BRACKET.exec(path);
      if (!found) throw refused(at);
      parts.push(bracketPart(found));
      at = BRACKET.lastIndex;
      continue;
    }
    if (parts.length > 0) {
      if (path[at] !== ".") throw refused(at);
      at++;
    }
    if (path.startsWith("size()", at) && at + 6 === path.length && parts.length > 0) {
      parts.push({ size: true });
      break;
    }
    FIELD.lastIndex = at;
    const field = FIELD.exec(path)?.[0];
    if (field === undefined) throw refused(at);
    parts.push({ field });
    at += field.length;
  }
  if (parts.length === 0) throw refused(0);
  for (const part of parts) requireHarmless(part);
  return parts;
}

/** Why a text is no path of a transformation; undefined if it is one. */
export function fieldPathProblem(text: string): string | undefined {
  try {
    parseFieldPath(text);
    return undefined;
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
}

function bracketPart(found: RegExpExecArray): FieldPathPart {
  const [, index, each, quoted, doubled, key, text, text2, plain, path, operator, value, value2, plainValue] = found;
  if (index !== undefined) return { index: Number(index) };
  if (each) return { each: true };
  if (key !== undefined)
    return {
      takes: "first",
      filter: { path: key.split("."), operator: "==", value: text ?? text2 ?? literal(plain ?? "") },
    };
  if (path !== undefined)
    return {
      takes: "every",
      filter: {
        path: path.split("."),
        operator: operator as Operator,
        value: value ?? value2 ?? literal(plainValue ?? ""),
      },
    };
  return { field: quoted ?? doubled ?? "" };
}

function literal(text: string): EntryFilter["value"] {
  const word = text.trim();
  if (word === "true" || word === "false") return word === "true";
  if (word === "null") return null;
  return /^-?\d{1,15}(?:\.\d+)?$/.test(word) ? Number(word) : word;
}

function requireHarmless(part: FieldPathPart): void {
  const names = "field" in part ? [part.field] : "filter" in part ? part.filter.path : [];
  const name = names.find((one) => REACHES_PROTOTYPE.has(one));
  if (name !== undefined) throw new Failure("badRequest", `a field must not be named ${name}.`);
  if ("index" in part && part.index > MOST_INDEX)
    throw new Failure("badRequest", `[${part.index}] is too large for an index of a list; at most ${MOST_INDEX}.`);
}

/** Whether an entry of a list meets a condition. */
export function meets(entry: unknown, { path, operator, value }: EntryFilter): boolean {
  let found = entry;
  for (const name of path) found = isRecord(found) && Object.hasOwn(found, name) ? found[name] : undefined;
  return OPERATORS[operator](found, value);
}

/** An entry that meets a condition, if possible. */
export function entryFor({ path, operator, value }: EntryFilter): Record<string, unknown> | undefined {
  if (operator !== "==") return undefined;
  return path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as Record<string, unknown>;
}

/** Whether a part matches several values. */
export const isMany = (part: FieldPathPart): boolean => "each" in part || ("filter" in part && part.takes === "every");
