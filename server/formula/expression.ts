import { bracketAt, hasRoot } from "./path.ts";
import { type Part, PLACES, type Place } from "./place.ts";

export type ResolveOptions = {
  /** Allows `${key}` for a variable or a step. */
  shorthand?: boolean;
  /** The text may be a reference without `${}`, as in `query: "steps.build.query"`. */
  bare?: boolean | undefined;
  /** The format of the filled text, which determines how a value is inserted. */
  place?: Place | undefined;
};

/** One `${…}` of a text: the trimmed path inside, and its position. */
export type Reference = { path: string; start: number; end: number };

/**
 * Fills the `${…}` references in one template (spec §2.3). References are paths, not JavaScript.
 * A template that consists of exactly one reference keeps the type of the value, so `${steps.list.body}` can be an
 * array, and a missing value is undefined. Inside longer text missing values and null are empty and objects become
 * JSON. Anything that is no reference (`${}`, `${other}` without `shorthand`) stays as text, and a value that itself
 * contains `${…}` is never filled again.
 */
export function resolveTemplate(template: string, context: object, options: ResolveOptions = {}): unknown {
  const found = references(template).filter(({ path }) => options.shorthand || hasRoot(path));
  const [only] = found;
  if (!only) return (options.bare && readBare(context, template)) ?? template;
  if (only.start === 0 && only.end === template.length) return readPath(context, only.path, options);
  const parts: Part[] = [];
  const values = new Map<string, unknown>();
  let from = 0;
  for (const { path, start, end } of found) {
    if (!values.has(path)) values.set(path, readPath(context, path, options));
    parts.push({ text: template.slice(from, start) }, { value: values.get(path) });
    from = end;
  }
  parts.push({ text: template.slice(from) });
  return PLACES[options.place ?? "text"](parts);
}

/**
 * Applies `resolveTemplate` to all texts in a value, at any depth; objects and lists are copied. `bare` and `place`
 * apply to the value itself and not to its contents.
 */
export function resolveDeep(value: unknown, context: object, options: ResolveOptions = {}): unknown {
  if (typeof value === "string") return resolveTemplate(value, context, options);
  const inner = { shorthand: options.shorthand ?? false };
  if (Array.isArray(value)) return value.map((item) => resolveDeep(item, context, inner));
  if (typeof value !== "object" || value === null) return value;
  // fromEntries defines properties instead of assigning them, so `__proto__` is an ordinary key.
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolveDeep(item, context, inner)]));
}

/** Every `${…}` of a text in order, valid or not. In `${${a}}` the inner one counts. Linear in the text. */
export function references(text: string): Reference[] {
  const found: Reference[] = [];
  for (let open = text.indexOf("${"); open >= 0; ) {
    const close = text.indexOf("}", open);
    if (close < 0) break;
    const inside = text.slice(open + 2, close);
    const nested = inside.lastIndexOf("${");
    const start = nested < 0 ? open : open + 2 + nested;
    const path = text.slice(start + 2, close).trim();
    if (path) found.push({ path, start, end: close + 1 });
    open = text.indexOf("${", close);
  }
  return found;
}

/**
 * The value at a path such as `steps.getUser.response.body[0].name`; undefined if the path does not exist.
 * Own properties only. Names may contain dots: the longest name that exists wins, so with a variable `crm.instance` the
 * path `config.crm.instance` is its value.
 */
export function readPath(context: object, path: string, { shorthand }: ResolveOptions = {}): unknown {
  const read = pathOf(path);
  if (read.ends.length > MOST_NAMES) return undefined;
  const value = follow(context, read, 0);
  if (value !== undefined || !shorthand) return value;
  return follow(own(context, "config"), read, 0) ?? follow(own(context, "steps"), read, 0);
}

/** A trimmed path, where its names can end, and the names that can begin at a position, the longest first. */
type Path = { text: string; ends: number[]; names: Map<number, { name: string; end: number }[]> };

/** Loops read the same path for each item. Names that are cut out once are also found faster. */
const PATHS = new Map<string, Path>();
const MOST_PATHS = 500;
const MOST_LENGTH = 200;
const MOST_ENDS = 16;

function pathOf(path: string): Path {
  const known = PATHS.get(path);
  if (known) return known;
  const text = path.trim();
  const read = { text, ends: nameEnds(text), names: new Map() };
  if (path.length > MOST_LENGTH || read.ends.length > MOST_ENDS) return read;
  if (PATHS.size >= MOST_PATHS) PATHS.clear();
  PATHS.set(path, read);
  return read;
}

function namesFrom({ text, ends, names }: Path, from: number) {
  const known = names.get(from);
  if (known) return known;
  const found = ends
    .filter((end) => end > from)
    .map((end) => ({ name: text.slice(from, end), end }))
    .reverse();
  names.set(from, found);
  return found;
}

/** Deeper than any data we store, and a limit for the number of names tried. */
const MOST_NAMES = 256;

/** A bare text is a reference if its path exists; `step.key` needs no root, a single word is plain text. */
const readBare = (context: object, text: string) =>
  /[.[]/.test(text) ? readPath(context, text, { shorthand: true }) : undefined;

const own = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key] // an own property, as just checked
    : undefined;

/** The positions where a name can end: before each `.` and `[`, and at the end of the path. */
function nameEnds(path: string): number[] {
  const ends: number[] = [];
  for (let at = 0; at < path.length && ends.length <= MOST_NAMES; at++) {
    const code = path.charCodeAt(at);
    if (code === DOT || code === BRACKET) ends.push(at);
  }
  ends.push(path.length);
  return ends;
}

const DOT = 46;
const BRACKET = 91;

/** Tries the longest name first and falls back to shorter ones. */
function follow(value: unknown, path: Path, from: number): unknown {
  if (from === path.text.length) return value;
  if (typeof value !== "object" || value === null) return undefined;
  if (path.text[from] === "[") return followBracket(value, path, from);
  for (const { name, end } of namesFrom(path, from)) {
    const next = own(value, name);
    if (next === undefined) continue;
    const found = goOn(next, path, end);
    if (found !== undefined) return found;
  }
  return undefined;
}

function followBracket(value: object, path: Path, from: number): unknown {
  const bracket = bracketAt(path.text, from);
  return bracket && goOn(own(value, bracket.name), path, bracket.end);
}

function goOn(value: unknown, path: Path, end: number): unknown {
  const { text } = path;
  if (text[end] !== ".") return end === text.length || text[end] === "[" ? follow(value, path, end) : undefined;
  return end + 1 < text.length && text[end + 1] !== "[" ? follow(value, path, end + 1) : undefined;
}
