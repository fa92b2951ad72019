/** The names in a formula that a path can refer to. */
export type Names = Record<"config" | "steps", readonly string[]>;

/** A name in a path, from its dot or bracket on to its end. */
export type NameInPath = { name: string; start: number; end: number };

/** A step or variable in a path. */
export type Referred = NameInPath & { root: keyof Names };

const ROOT = /^(?:steps|config|trigger|info)(?=[.[]|$)/;

/** The root of a path: `steps` of `steps.a` and of `steps['a']`; undefined if it has none. */
export const rootOf = (path: string): string | undefined => ROOT.exec(path)?.[0];

export const hasRoot = (path: string): boolean => ROOT.test(path);

/** The key in the bracket that opens at a position, as in `[0]`, `['name']` or `["name"]`, and the position behind it. */
export function bracketAt(path: string, at: number): { name: string; end: number } | undefined {
  const sign = path[at + 1];
  const quote = sign === "'" || sign === '"' ? sign : "";
  const close = path.indexOf(`${quote}]`, at + 2);
  if (close < 0) return undefined;
  return { name: path.slice(at + 1 + quote.length, close), end: close + quote.length + 1 };
}

/**
 * The first name of a path, below the root if there is one: the longest of `names` that is there, since names may
 * contain dots, or exactly the one in a bracket.
 */
export function nameIn(path: string, names: readonly string[]): NameInPath | undefined {
  const start = rootOf(path)?.length ?? 0;
  if (path[start] === "[") {
    const found = bracketAt(path, start);
    return found && names.includes(found.name) ? { ...found, start } : undefined;
  }
  const from = start + (start > 0 ? 1 : 0);
  const ends = (end: number) => end === path.length || path[end] === "." || path[end] === "[";
  const isThere = (name: string) => name !== "" && path.startsWith(name, from) && ends(from + name.length);
  const [name] = names.filter(isThere).toSorted((one, other) => other.length - one.length);
  return name === undefined ? undefined : { name, start, end: from + name.length };
}

/**
 * The step or variable that a path refers to. `shorthand` allows paths without a root, in which variables come before
 * steps, as at run time.
 */
export function referredIn(path: string, names: Names, shorthand = false): Referred | undefined {
  const root = rootOf(path);
  const roots = ROOTS.filter((known) => (root === undefined ? shorthand : known === root));
  for (const root of roots) {
    const found = nameIn(path, names[root]);
    if (found) return { ...found, root };
  }
  return undefined;
}

const ROOTS = ["config", "steps"] as const;

/** The path with another name in this place, in the same form. `inCode` it is also JavaScript. */
export function withName(path: string, { start, end }: NameInPath, name: string, inCode = false): string {
  return path.slice(0, start) + written(name, path.slice(start, end), inCode) + path.slice(end);
}

function written(name: string, before: string, inCode: boolean): string {
  if (before.startsWith("[")) {
    const own = /^\[(['"]?)/.exec(before)?.[1] ?? "";
    const quote = [own, "'", '"'].find((sign) => !name.includes(`${sign}]`)) ?? own;
    return `[${quote}${name}${quote}]`;
  }
  if (inCode && !IDENTIFIER.test(name)) return `[${JSON.stringify(name)}]`;
  return `${before.startsWith(".") ? "." : ""}${name}`;
}

/** A name that JavaScript has behind a dot. */
export const IDENTIFIER = /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u;

/** The key of a variable in a text that is one reference to it, as `crm` in `${config.crm}` and `${config['crm']}`. */
export function soleVariable(text: string): string | undefined {
  const path = /^\$\{([^{}]+)\}$/.exec(text.trim())?.[1]?.trim() ?? "";
  if (rootOf(path) !== "config") return undefined;
  const at = "config".length;
  if (path[at] === ".") return path.slice(at + 1);
  const bracket = bracketAt(path, at);
  return bracket?.end === path.length ? bracket.name : undefined;
}

/** The path with dots for its names in brackets, also if the last bracket is still open. */
export const withDots = (path: string): string => path.replaceAll(/\[(['"])((?:(?!\1\]).)*)(?:\1\])?/g, ".$2");
