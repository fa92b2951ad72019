import { Failure } from "../errors.ts";
import { bareRecord } from "./bare-record.ts";

/** The match of a path: a target, or the methods that the path supports. */
export type Match<Target> =
  | { target: Target; pathVariables: Record<string, string> }
  | { target: null; allowed: string[] };

export type Matcher<Target> = (method: string, segments: readonly string[]) => Match<Target>;

type Node<Target> = {
  literal: Map<string, Node<Target>>;
  variable: Node<Target> | null;
  targets: Map<string, { target: Target; names: string[] }>;
};

const emptyNode = <Target>(): Node<Target> => ({ literal: new Map(), variable: null, targets: new Map() });

/**
 * Compiles addresses such as `GET /contacts/{id}`, without a hub, into a matcher: words before variables, each looked
 * at once. Of two with the same address the first counts.
 */
export function compileMatcher<Target>(
  entries: Iterable<{ method: string; path: string; target: Target }>,
): Matcher<Target> {
  const root = emptyNode<Target>();
  for (const { method, path, target } of entries) {
    const names: string[] = [];
    let node = root;
    for (const segment of path.split("/").filter(Boolean)) {
      const name = /^\{([^{}]+)\}$/.exec(segment)?.[1];
      if (name === undefined) node = child(node, segment);
      else {
        names.push(name);
        node.variable ??= emptyNode();
        node = node.variable;
      }
    }
    if (!node.targets.has(method)) node.targets.set(method, { target, names });
  }
  return (method, segments) => {
    const values: string[] = [];
    const allowed = new Set<string>();
    const found = walk(root, { method, segments, values, allowed }, 0);
    if (!found) return { target: null, allowed: [...allowed] };
    const pathVariables = bareRecord<string>();
    for (let at = 0; at < found.names.length; at++) pathVariables[found.names[at] ?? ""] = values[at] ?? "";
    return { target: found.target, pathVariables };
  };
}

function child<Target>(node: Node<Target>, word: string): Node<Target> {
  const known = node.literal.get(word);
  if (known) return known;
  const created = emptyNode<Target>();
  node.literal.set(word, created);
  return created;
}

type Walk = { method: string; segments: readonly string[]; values: string[]; allowed: Set<string> };

function walk<Target>(node: Node<Target>, way: Walk, at: number): { target: Target; names: string[] } | undefined {
  const segment = way.segments[at];
  if (segment === undefined) {
    const found = node.targets.get(way.method);
    if (!found) for (const method of node.targets.keys()) way.allowed.add(method);
    return found;
  }
  const literal = node.literal.get(segment);
  const found = literal && walk(literal, way, at + 1);
  if (found || !node.variable) return found;
  way.values.push(segment);
  const other = walk(node.variable, way, at + 1);
  if (!other) way.values.pop();
  return other;
}

/**
 * The decoded segments of a path, `/hubs/{anything}` before it left out. Refuses (badRequest) what would be read as
 * another path somewhere else (A29): `.` and `..` in any disguise, a backslash, control characters, broken escapes.
 * Empty segments match nothing; one slash at the end is no segment.
 */
export function segmentsOf(path: string): string[] {
  const bare = withoutHubOf(path);
  const segments = (bare.endsWith("/") ? bare.slice(0, -1) : bare).split("/");
  segments.shift();
  return bare.includes("%") || bare.includes(".") || UNSAFE.test(bare) ? segments.map(decode) : segments;
}

const UNSAFE = /[\0-\x1f\x7f\\]/;

function withoutHubOf(path: string): string {
  const bare = path.startsWith("/") ? path : `/${path}`;
  if (!bare.startsWith("/hubs/")) return bare;
  const end = bare.indexOf("/", 6);
  return end < 0 ? bare : bare.slice(end);
}

function decode(segment: string): string {
  let decoded: string;
  try {
    decoded = decodeURIComponent(segment);
  } catch {
    throw new Failure(
      "badRequest",
      `The path contains ${JSON.stringify(segment.slice(0, 50))}, which is not valid percent-encoding.`,
    );
  }
  const twice = decoded.replaceAll(/%2e/gi, ".").replaceAll(/%2f|%5c|\\/gi, "/");
  if (UNSAFE.test(decoded) || twice.split("/").some((part) => part === "." || part === ".."))
    throw new Failure("badRequest", `The path must not contain ${JSON.stringify(segment.slice(0, 50))}.`);
  return decoded;
}
