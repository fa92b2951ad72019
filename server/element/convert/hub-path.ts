import { RESERVED_PATHS } from "../definition/check.ts";

/** Words at the beginning of paths that name the API, not the resource. */
const VERSION = /^(?:apis?|rest|services?|public|latest|json|v\d+(?:[._-]?\w+)?|\d{4}-\d{2}(?:-\d{2})?)$/i;

export type HubPath = {
  /** Ours: `/people/{id}`. */
  path: string;
  /** The provider's names of our variables, by our names. */
  variables: Map<string, string>;
};

/** The number of leading segments of all paths that only name the API and its version. */
export function commonPrefix(paths: readonly string[]): number {
  const [first = "", ...rest] = paths;
  const segments = segmentsOf(first);
  let length = 0;
  while (length < segments.length - 1 && VERSION.test(segments[length] ?? "")) length++;
  for (const path of rest) {
    const other = segmentsOf(path);
    let common = 0;
    while (common < length && common < other.length - 1 && other[common] === segments[common]) common++;
    length = common;
  }
  return length;
}

const segmentsOf = (path: string): string[] =>
  path
    .replace(/[?#].*$/s, "")
    .split("/")
    .filter(Boolean);

/**
 * The path of a resource of the hub: without version and file type, each variable a segment of its own, the last one
 * called `id`. `/v2/people/{personId}.json` is `/people/{id}`.
 */
export function hubPathOf(vendorPath: string, prefix: number): HubPath {
  const [plain = "", ...fragments] = vendorPath.split("#");
  const segments = segmentsOf(plain).slice(prefix).flatMap(splitSegment);
  if (fragments.length > 0) segments.push(...segmentsOf(fragments.join("-")).map(clean));
  const variables = new Map<string, string>();
  const isIdFree = !segments.slice(0, -1).includes("{id}");
  const ours = segments.map((segment, at) => {
    const name = /^\{(.+)\}$/.exec(segment)?.[1];
    if (name === undefined)
      return at === 0 && RESERVED_PATHS.has(segment.toLowerCase()) ? `vendor-${segment}` : segment;
    const isItem = at === segments.length - 1 && at > 0 && !/^\{/.test(segments[at - 1] ?? "") && isIdFree;
    let own = isItem ? "id" : name;
    while (variables.has(own)) own = `${own}2`;
    variables.set(own, name);
    return `{${own}}`;
  });
  return { path: ours.length === 0 ? "/root" : `/${ours.join("/")}`, variables };
}

/** `{id}.json` as `{id}`, `Products({id})` as `Products` and `{id}`. */
function splitSegment(segment: string): string[] {
  return segment
    .replace(/\.(?:json|xml)$/i, "")
    .split(/(\{[^{}]+\})/)
    .map((part) => (/^\{.+\}$/.test(part) ? part.replaceAll(/[{}+*;?\s]/g, "").replace(/.*/s, "{$&}") : clean(part)))
    .filter((part) => part !== "" && part !== "{}");
}

/** Removes characters that end a path, are invisible, or change its level. */
function clean(text: string): string {
  const seen = text.replaceAll(/[?#\s\0-\x1f\x7f\\{}()'=,]+/g, "-").replaceAll(/^[-.]+|[-.]+$/g, "");
  return /^(?:\.|%2e){1,2}$/i.test(seen) ? "" : seen;
}
