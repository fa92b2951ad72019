import { asText } from "./place.ts";

export type Address = {
  /** With its query, as it is sent. */
  url: string;
  /** Without its query, as it is recorded. */
  base: string;
  /** The combined query of the URL and the query property. */
  query: Record<string, string | string[]>;
};

/** How `query` may be given: an object, or text such as `a=1&b=2`. */
export type Query = Record<string, unknown> | string;

/**
 * Builds the URL of a request: fills the `{name}` placeholders from `path`, and merges `query` into the URL's own
 * query, where it takes precedence. Every value is percent-encoded, and a path with `..` is refused, so no value
 * escapes its position (C08).
 */
export function buildAddress(
  written: string,
  path: Record<string, unknown> = {},
  query: Query = {},
): { ok: true; address: Address } | { ok: false; error: string } {
  // URL parsers remove tabs and line breaks, which would turn `.\t.` into `..`.
  if (/[\0-\x1f\x7f]/.test(written)) return { ok: false, error: "An address must not contain control characters." };
  const [beforeFragment = ""] = written.split("#", 1);
  const mark = beforeFragment.indexOf("?");
  const template = mark < 0 ? beforeFragment : beforeFragment.slice(0, mark);
  const missing = [...template.matchAll(PLACEHOLDER)].find(([, name = ""]) => !isGiven(path, name));
  if (missing) return { ok: false, error: `path: there is no value for ${missing[0]}.` };
  const base = template.replace(PLACEHOLDER, (_, name: string) => encode(asText(path[name])));
  if (base.split(/[/\\]/).some(isClimbing)) return { ok: false, error: `${base} must not contain . or .. as a part.` };
  const own = queryPairs(typeof query === "string" ? query.replace(/^\?/, "") : query);
  const named = new Set(own.map(([name]) => name));
  const inline = queryPairs(mark < 0 ? "" : beforeFragment.slice(mark + 1)).filter(([name]) => !named.has(name));
  const pairs = [...inline, ...own];
  const search = pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join("&");
  return { ok: true, address: { url: search ? `${base}?${search}` : base, base, query: gather(pairs) } };
}

const PLACEHOLDER = /\{([^{}/]+)\}/g;

const isGiven = (path: Record<string, unknown>, name: string) => Object.hasOwn(path, name) && asText(path[name]) !== "";

const isClimbing = (part: string) => /^(\.|%2e){1,2}$/i.test(part);

const encode = (text: string) => encodeURIComponent(text.toWellFormed());

/** Missing values are left out, lists repeat their name. */
function queryPairs(query: Query): [string, string][] {
  if (typeof query === "string") return [...new URLSearchParams(query)];
  return Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((item) => item !== undefined && item !== null)
      .map((item): [string, string] => [name, asText(item)]),
  );
}

function gather(pairs: [string, string][]): Record<string, string | string[]> {
  const gathered = new Map<string, string | string[]>();
  for (const [name, value] of pairs) {
    const before = gathered.get(name);
    gathered.set(name, before === undefined ? value : [before, value].flat());
  }
  return Object.fromEntries(gathered);
}
