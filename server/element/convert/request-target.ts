import { requireShortAddress } from "./conversion.ts";

/** The base, path and query of a request, of which only names are kept. */
export type Target = { base: string; path: string; query: string[]; hasUser: boolean };

const ADDRESS = /^((?:https?:\/\/)?)((?:[^/?#]*@)?)([^/?#]*)([^?#]*)(?:\?([^#]*))?/i;

/** The parts of an address; credentials end at the last `@` before the path, as browsers and curl read them. */
export function addressParts(address: string) {
  const [, scheme = "", user = "", host = "", path = "", query = ""] = ADDRESS.exec(address) ?? [];
  return { scheme, user, host, path, query };
}

const HOST = /^(?:[\p{L}\p{N}_.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/iu;

/** Whether a text can be a host. With others, such as a password with a slash in an address, it must not be shown. */
export const isHost = (text: string): boolean => HOST.test(text);

const OTHER_SCHEME = /^(?!https?:)(?:([a-z][a-z0-9+.-]{0,30}):\/\/|(data|blob|about|javascript|mailto|file|urn):)/i;

/** The scheme of an address that is not requested by HTTP, such as `wss`; undefined for others. */
export function otherSchemeOf(url: string): string | undefined {
  const [, ofHost, ofData] = OTHER_SCHEME.exec(url.trim()) ?? [];
  return (ofHost ?? ofData)?.toLowerCase();
}

export function targetOf(url: string, variables: Readonly<Record<string, string>>, place: string): Target {
  const known = url.replaceAll(/\{\{([^{}]+)\}\}/g, (whole, name: string) => {
    const value = Object.hasOwn(variables, name.trim()) ? variables[name.trim()] : undefined;
    return value !== undefined && /^https?:\/\//i.test(value) ? value.replace(/\/+$/, "") : whole;
  });
  const written = known.replaceAll(
    /\{\{([^{}]+)\}\}/g,
    (_, name: string) => `{${name.trim().replaceAll(/[^\w.-]+/g, "_")}}`,
  );
  const { scheme, user, host, path, query } = addressParts(written.trim());
  requireShortAddress(`${host}${path}`, `${place}: its address`);
  return {
    base: !isHost(host.replaceAll(/\{[^{}]+\}/g, "x"))
      ? ""
      : host.startsWith("{")
        ? host
        : `${scheme || "https://"}${host}`,
    path: templateOf(path),
    query: queryNames(query).map(decoded).filter(isFieldName),
    hasUser: user !== "",
  };
}

/** The host in a base, as a name; undefined without one, and for a variable. */
export function hostNameOf(base: string): string | undefined {
  const name = addressParts(base).host.replace(/:\d*$/, "");
  return name === "" || name.includes("{") ? undefined : name;
}

/** The names in a form, which are in front of `=`. */
const fieldNames = (text: string): string[] => [...new Set(text.split("&").flatMap((pair) => nameIn(pair) ?? []))];

/** The names in a form, decoded. A single name that looks like a key is a value. */
export function formNames(text: string): string[] {
  const names = fieldNames(text).map(decoded).filter(isFieldName);
  return names.length === 1 && isOpaque(text.replace(/=$/, "")) && !/=./.test(text) ? [] : names;
}

const nameIn = (pair: string): string | undefined => {
  const [name = ""] = pair.split("=", 1);
  // Base64 ends with equals signs.
  const isValue = pair.length === name.length || /^={2,}$/.test(pair.slice(name.length));
  return !isValue && isFieldName(name) ? name : undefined;
};

/** The names in a query, where a word without `=` is one unless it may be a key, which some providers expect there. */
const queryNames = (text: string): string[] => [
  ...new Set(text.split("&").flatMap((pair) => nameIn(pair) ?? (/^[A-Za-z_-]{1,16}$/.test(pair) ? pair : []))),
];

/** Whether a text can be the name of a field. JSON, XML and sentences in its place are values. */
export const isFieldName = (text: string): boolean => /^[^\s"<>{}]{1,100}$/.test(decoded(text));

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

/** Ids, and possible secrets, become variables named after the previous word. */
function templateOf(path: string): string {
  const segments = path.split("/").filter(Boolean);
  const used = new Set<string>();
  const ours = segments.map((segment, at) => {
    const named = /^:([\w-]+)$/.exec(segment)?.[1] ?? /^\{([^{}]+)\}$/.exec(segment)?.[1];
    const before = segments[at - 1] ?? "";
    const guess = /^[A-Za-z_-]+$/.test(before) ? `${before.replaceAll("-", "_").replace(/s$/i, "")}Id` : "id";
    if (named === undefined && !isOpaque(segment)) return segment;
    let name = named ?? guess;
    while (used.has(name)) name = `${name}2`;
    used.add(name);
    return `{${name}}`;
  });
  return `/${ours.join("/")}`;
}

/** Whether a word looks like an id or a key. */
export const isOpaque = (word: string): boolean =>
  /^\d+$/.test(word) ||
  /^[0-9a-f-]{12,}$/i.test(word) ||
  (word.length >= 8 && /\d/.test(word) && /[A-Za-z]/.test(word) && !/^v\d/i.test(word)) ||
  word.length > 40 ||
  /[@%]/.test(word);

export function mostFrequent(values: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? "";
}
