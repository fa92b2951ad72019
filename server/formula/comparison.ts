import type { AnyNode, MemberExpression } from "acorn";
import type { Script } from "../script/script.ts";
import type { Context } from "./context.ts";

/**
 * A filter that only compares values: `done(<comparison>)`, as most filters do. It can be parsed, edited as rows and
 * evaluated without a script engine. Any other code is an ordinary script.
 */
export type Comparison =
  | { kind: "value"; value: Plain }
  | { kind: "path"; root: Root; members: Member[] }
  | { kind: "not"; of: Comparison }
  | { kind: "compare"; operator: Operator; left: Comparison; right: Comparison }
  | { kind: "and" | "or"; left: Comparison; right: Comparison };

export type Plain = string | number | boolean | null | undefined;
export type Root = (typeof ROOTS)[number];
export type Member = { name: string | number; isOptional: boolean };
export type Operator = keyof typeof OPERATORS;

const ROOTS = ["trigger", "steps", "info", "config"] as const;

type Compare = (left: Plain, right: Plain) => boolean;
// For primitive values the operators mean the same in every JavaScript engine.
const OPERATORS = {
  "===": (left, right) => left === right,
  "!==": (left, right) => left !== right,
  // biome-ignore lint/suspicious/noDoubleEquals: it is what the script says.
  "==": (left, right) => left == right,
  // biome-ignore lint/suspicious/noDoubleEquals: it is what the script says.
  "!=": (left, right) => left != right,
  ">=": (left, right) => (left as number) >= (right as number),
  "<=": (left, right) => (left as number) <= (right as number),
  ">": (left, right) => (left as number) > (right as number),
  "<": (left, right) => (left as number) < (right as number),
} satisfies Record<string, Compare>;

/** Parses a script as a comparison; undefined if it is anything else. */
export const comparisonOf = ({ value }: Script): Comparison | undefined => value && asComparison(value, DEEPEST);

const DEEPEST = 200;

type Reading<Type extends AnyNode["type"]> = (
  node: Extract<AnyNode, { type: Type }>,
  read: (inner: AnyNode) => Comparison | undefined,
) => Comparison | undefined;

const READINGS: { [Type in AnyNode["type"]]?: Reading<Type> } = {
  Literal: ({ value, raw = "" }) => {
    if (typeof value === "number") return PLAIN_NUMBER.test(raw) ? { kind: "value", value } : undefined;
    return value === null ? nullIf(raw) : ["string", "boolean"].includes(typeof value) ? plain(value) : undefined;
  },
  Identifier: ({ name }) => (name === "undefined" ? plain(undefined) : path(name, [])),
  MemberExpression: (node) => pathOf(node),
  ChainExpression: ({ expression }) => (expression.type === "MemberExpression" ? pathOf(expression) : undefined),
  UnaryExpression({ operator, argument }, read) {
    const of = read(argument);
    if (operator === "!") return of && { kind: "not", of };
    const isNegative = operator === "-" && argument.type === "Literal" && of?.kind === "value";
    return isNegative && typeof of.value === "number" ? plain(-of.value) : undefined;
  },
  LogicalExpression({ operator, left: one, right: other }, read) {
    const kind = operator === "&&" ? "and" : operator === "||" ? "or" : undefined;
    const [left, right] = [read(one), read(other)];
    return kind && left && right && { kind, left, right };
  },
  BinaryExpression({ operator, left: one, right: other }, read) {
    const [left, right] = [read(one), read(other)];
    if (!left || !right || !isOperator(operator)) return undefined;
    // `1 < x < 3` compares a boolean, which is never intended.
    return [left, right].some(({ kind }) => kind === "compare")
      ? undefined
      : { kind: "compare", operator, left, right };
  },
};

/** To JavaScript, longer and octal numbers are not what people expect. */
const PLAIN_NUMBER = /^(?:0|[1-9]\d{0,14})(?:\.\d+)?$/;

function asComparison(node: AnyNode, levels: number): Comparison | undefined {
  // The table has one function per type; TypeScript cannot correlate the two.
  const reading = READINGS[node.type] as Reading<AnyNode["type"]> | undefined;
  return levels > 0 ? reading?.(node, (inner) => asComparison(inner, levels - 1)) : undefined;
}

const plain = (value: unknown): Comparison => ({ kind: "value", value: value as Plain });

/** A regular expression that this engine does not support has the value null, too. */
const nullIf = (raw: string) => (raw === "null" ? plain(null) : undefined);

const isOperator = (operator: string): operator is Operator => Object.hasOwn(OPERATORS, operator);

function path(name: string, members: Member[]): Comparison | undefined {
  const root = ROOTS.find((one) => one === name);
  return root && { kind: "path", root, members };
}

function pathOf(outermost: MemberExpression): Comparison | undefined {
  const members: Member[] = [];
  let node: AnyNode = outermost;
  for (; node.type === "MemberExpression"; node = node.object) {
    const name = memberName(node);
    if (name === undefined) return undefined;
    members.push({ name, isOptional: node.optional === true });
  }
  return node.type === "Identifier" ? path(node.name, members.reverse()) : undefined;
}

function memberName({ computed, property }: MemberExpression): string | number | undefined {
  if (!computed) return property.type === "Identifier" ? property.name : undefined;
  const { value } = property.type === "Literal" ? property : {};
  return typeof value === "string" || typeof value === "number" ? value : undefined;
}

const UNKNOWN = Symbol("only a script engine knows");

/**
 * The value that a script engine would pass to `done`, if it is primitive and can be computed without the engine;
 * undefined otherwise: then the engine runs the script.
 */
export function decide(comparison: Comparison, context: Context): string | number | boolean | null | undefined {
  const value = find(comparison, context);
  return isPlain(value) ? value : undefined;
}

function find(comparison: Comparison, context: Context): unknown {
  if (comparison.kind === "value") return comparison.value;
  if (comparison.kind === "path") return follow(comparison, context);
  if (comparison.kind === "not") {
    const value = find(comparison.of, context);
    return value === UNKNOWN ? UNKNOWN : !value;
  }
  const left = find(comparison.left, context);
  if (comparison.kind === "compare") {
    const right = find(comparison.right, context);
    return isPlain(left) && isPlain(right) ? OPERATORS[comparison.operator](left, right) : UNKNOWN;
  }
  const isEnough = left === UNKNOWN || Boolean(left) === (comparison.kind === "or");
  return isEnough ? left : find(comparison.right, context);
}

/** Reads own members of JSON values only: inherited members and failing access are left to the script engine. */
function follow({ root, members }: Extract<Comparison, { kind: "path" }>, context: Context): unknown {
  let value: unknown = context[root];
  for (const { name, isOptional } of members) {
    if (value === undefined || value === null) return isOptional ? undefined : UNKNOWN;
    if (!hasPlainMember(value, name)) return UNKNOWN;
    value = Object.hasOwn(value, name) ? (value as Record<string | number, unknown>)[name] : undefined;
  }
  return value;
}

function hasPlainMember(value: object | Plain, name: string | number): value is object {
  if (Array.isArray(value)) return typeof name === "number" || name === "length";
  const prototype: unknown = Object.getPrototypeOf(value);
  return (prototype === Object.prototype || prototype === null) && !(name in Object.prototype);
}

const isPlain = (value: unknown): value is Plain =>
  value === null || value === undefined || ["string", "number", "boolean"].includes(typeof value);
