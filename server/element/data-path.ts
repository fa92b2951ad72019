import { Failure } from "../errors.ts";
import { bareRecord, isRecord } from "./bare-record.ts";

/** One step of a path into data: a field, an entry of a list, or every entry. */
export type DataPathPart = string | number | typeof EACH;
export type DataPath = readonly DataPathPart[];

export const EACH = Symbol("each entry");

const PART = /\.?(?:\[(?:(\d{1,9})|(\*)|'([^']*)'|"([^"]*)")\]|([^.[\]]+))/y;

/**
 * Reads a path such as `a[0].b`, `list[*]` or `.events[*]` (spec §2.9): `[*]` is every entry, a leading dot or `$`
 * means nothing. Text that is no such path is the name of one field. Linear in the text.
 */
export function parseDataPath(text: string): DataPath {
  const trimmed = text.trim().replace(/^\$(?=[.[]|$)/, "");
  const parts: DataPathPart[] = [];
  PART.lastIndex = 0;
  while (PART.lastIndex < trimmed.length) {
    const found = PART.exec(trimmed);
    if (!found) return [trimmed];
    const [, index, each, quoted, doubleQuoted, name] = found;
    parts.push(each ? EACH : index !== undefined ? Number(index) : (quoted ?? doubleQuoted ?? name ?? ""));
  }
  return parts;
}

/** Escapes the name of a field for a path. */
export const pathPart = (name: string): string => (/^(?!\$$)[\w$-]+$/.test(name) ? name : quoted(name));

/** A name with both kinds of quotes fits into no path: it loses one of them. */
const quoted = (name: string): string => (name.includes("'") ? `["${name.replaceAll('"', "")}"]` : `['${name}']`);

/** Names that need no quotes in a path for people, who see spaces and letters of all languages as they are. */
const PLAIN = /^(?![\s$])[^.[\]()'"]*[^.[\]()'"\s]$/;

/** The path of a field below another; an empty path is the record itself. */
export function pathBelow(path: string, name: string): string {
  if (!PLAIN.test(name)) return `${path}${quoted(name)}`;
  return path === "" ? name : `${path}.${name}`;
}

/**
 * The value at the path, own fields only; undefined if there is none. A single object is treated as a list of itself.
 */
export function readAt(value: unknown, path: DataPath, from = 0): unknown {
  let found = value;
  for (let at = from; at < path.length; at++) {
    const part = path[at];
    if (found === undefined || found === null) return undefined;
    if (part === EACH) {
      const entries = Array.isArray(found) ? found : [found];
      if (at + 1 === path.length) return entries;
      return entries.map((entry) => readAt(entry, path, at + 1)).filter((entry) => entry !== undefined);
    }
    if (typeof found !== "object" || !Object.hasOwn(found, part as string)) return undefined;
    found = (found as Record<string, unknown>)[part as string]; // an own field, checked just before
  }
  return found;
}

/** The field with exactly this name, including dots, else the value at the path. */
export const readField = (value: unknown, name: string, path: DataPath): unknown =>
  isRecord(value) && Object.hasOwn(value, name) ? value[name] : readAt(value, path);

/**
 * A copy of `target` with the value at the path; what is missing on the way is made, and `target` itself stays as it
 * is. `[*]` writes into every entry that is there, or makes one. Refuses (badRequest) the names that would reach the
 * prototype of all objects, and places in lists that are far out of them.
 */
export function writeAt(target: unknown, path: DataPath, value: unknown, from = 0): unknown {
  const part = path[from];
  if (part === undefined) return value;
  if (part === EACH) {
    const entries = Array.isArray(target) && target.length > 0 ? target : [undefined];
    return entries.map((entry) => writeAt(entry, path, value, from + 1));
  }
  if (typeof part === "number") {
    const list = Array.isArray(target) ? [...target] : [];
    if (part > list.length + MOST_GAP)
      throw new Failure("badRequest", `[${part}] is too large for an index of a list.`);
    list[part] = writeAt(list[part], path, value, from + 1);
    return list;
  }
  if (part === "__proto__" || part === "constructor" || part === "prototype")
    throw new Failure("badRequest", `A field must not be named ${part}.`);
  const fields = Object.assign(bareRecord<unknown>(), isRecord(target) ? target : undefined);
  fields[part] = writeAt(fields[part], path, value, from + 1);
  return fields;
}

const MOST_GAP = 1000;
