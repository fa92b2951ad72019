import type { Operation } from "./described-api.ts";

/** Names with a special meaning for every object, or for `await`. */
const SPECIAL = new Set(["__proto__", "constructor", "prototype", "then", "toString", "valueOf", "hasOwnProperty"]);
const RESERVED = new Set(
  `any as async await boolean break case catch class const continue debugger declare default delete do else enum export extends false
  finally for from function get if implements import in instanceof interface is let module namespace never new null number object of
  package private protected public readonly require return set static string super switch symbol this throw true try type typeof
  undefined unique unknown var void while with yield Array Blob Client CallOptions Error FormularyError Promise Record Settings`.split(
    /\s+/,
  ),
);

const words = (text: string): string[] => text.match(/[A-Za-z]+|[0-9]+/g) ?? [];
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Converts a text to the name of a type. */
export function typeName(text: string): string {
  const name = words(text).map(capital).join("");
  return /^[A-Z]/.test(name) && !RESERVED.has(name) ? name : `Type${name}`;
}

/** Converts a text to the name of a member: `Formula instances` is `formulaInstances`. */
export function memberName(text: string): string {
  const [first = "", ...rest] = words(text);
  const name = first.charAt(0).toLowerCase() + first.slice(1) + rest.map(capital).join("");
  return !/^[a-z]/.test(name) || SPECIAL.has(name) ? `_${name}` : name;
}

/** The name, or the name with a number if it is taken. */
export function unique(name: string, taken: Set<string>): string {
  let own = name;
  for (let count = 2; taken.has(own); count++) own = `${name}${count}`;
  taken.add(own);
  return own;
}

const VERBS: Readonly<Record<string, string>> = { POST: "create", PUT: "replace", PATCH: "update", DELETE: "delete" };

/**
 * The names of the methods of one group, in the order of the operations: `list`, `get`, `create`, … with the words of
 * the path that the group lacks, and with the names of parameters if two would be equal.
 */
export function methodNames(group: string, operations: readonly (Operation & { isPaged: boolean })[]): string[] {
  const groupWords = new Set(words(group).map(singular));
  const short = operations.map((operation) => shortName(operation, groupWords));
  const taken = new Set<string>();
  return operations.map((operation, at) => {
    const name = short[at] ?? "call";
    const isAlone = short.filter((other) => other === name).length === 1;
    const isFirst = short.indexOf(name) === at;
    return unique(memberName(isAlone || isFirst ? name : name + byParameters(operation)), taken);
  });
}

const singular = (word: string): string => word.toLowerCase().replace(/(?<=..)s$/, "");

function shortName(
  { method, path, isPaged }: Operation & { isPaged: boolean },
  groupWords: ReadonlySet<string>,
): string {
  const segments = path.split("/").filter(Boolean);
  const rest = segments
    .filter((segment) => !segment.startsWith("{"))
    .flatMap(words)
    .filter((word) => !groupWords.has(singular(word)));
  const verb = VERBS[method] ?? (isPaged ? "list" : "get");
  return verb + rest.map(capital).join("");
}

const byParameters = ({ path }: Operation): string => {
  const names = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => words(name).map(capital).join(""));
  return names.length > 0 ? `By${names.join("And")}` : "All";
};
