import type { Expression, Node } from "acorn";
import { referredIn } from "#server/formula/path.ts";
import { readScript } from "#server/script/read-script.ts";
import { type Draft, isRecord } from "../model/draft.ts";
import { namesOf } from "../model/names.ts";

/**
 * The condition of a filter as rows: all of them must hold, or any. The sides of a row are JavaScript source as it was
 * written, so that converting to a script and back loses nothing.
 */
export type Condition = { joined: "all" | "any"; rows: readonly Row[] };
export type Row = { left: string; operator: OperatorName; right: string };

/** `code` is the source before, between and after the two sides; without `between` there is only the left side. */
type Operator = {
  code: [before: string, between: string, behind: string] | [before: string, behind: string];
};

/** Each returns true or false for any value: a missing value is not an error. */
export const OPERATORS = {
  is: { code: ["", " === ", ""] },
  isNot: { code: ["", " !== ", ""] },
  isMore: { code: ["", " > ", ""] },
  isAtLeast: { code: ["", " >= ", ""] },
  isLess: { code: ["", " < ", ""] },
  isAtMost: { code: ["", " <= ", ""] },
  contains: { code: ["Boolean(", "?.includes?.(", "))"] },
  containsNot: { code: ["!", "?.includes?.(", ")"] },
  begins: { code: ["Boolean(", "?.startsWith?.(", "))"] },
  ends: { code: ["Boolean(", "?.endsWith?.(", "))"] },
  isEmpty: { code: ["(", ' ?? "").length === 0'] },
  isFilled: { code: ["(", ' ?? "").length !== 0'] },
} as const satisfies Record<string, Operator>;

export type OperatorName = keyof typeof OPERATORS;
// The keys of the table are the names.
export const OPERATOR_NAMES = Object.keys(OPERATORS) as OperatorName[];

export const hasRight = (operator: OperatorName): boolean => OPERATORS[operator].code.length === 3;

/** The body of a filter step with this condition. Without rows, "all" is true and "any" is false. */
export function writeCondition({ joined, rows }: Condition): string {
  if (rows.length === 0) return `done(${joined === "all"});`;
  const written = rows.map(writeRow);
  if (written.length === 1) return `done(${written[0]});`;
  return `done(\n  ${written.join(joined === "all" ? " &&\n  " : " ||\n  ")}\n);`;
}

function writeRow({ left, operator, right }: Row): string {
  const [before, between, behind] = OPERATORS[operator].code;
  return behind === undefined ? `${before}${left}${between}` : `${before}${left}${between}${right}${behind}`;
}

/**
 * Parses a body; null if it has any other form, which can only be edited as code. Writing the result returns the same
 * source except for whitespace between the parts.
 */
export function readCondition(body: string): Condition | null {
  const { value } = readScript(body);
  if (!value) return null;
  const condition = conditionOf(value, body);
  return condition && spaceless(writeCondition(condition)) === spaceless(body) ? condition : null;
}

const spaceless = (code: string): string => code.replaceAll(/\s/g, "").replace(/;$/, "");

function conditionOf(value: Expression, body: string): Condition | null {
  if (value.type === "Literal" && typeof value.value === "boolean")
    return { joined: value.value ? "all" : "any", rows: [] };
  const sign = value.type === "LogicalExpression" ? value.operator : "&&";
  const parts: Expression[] = [];
  let first = value;
  for (; first.type === "LogicalExpression" && first.operator === sign; first = first.left) parts.push(first.right);
  const rows = [first, ...parts.reverse()].map((part) => rowOf(part, body));
  return rows.every((row) => row !== null) ? { joined: sign === "||" ? "any" : "all", rows } : null;
}

type Sides = { left?: Node; right?: Node };

/** The code of each operator as a syntax tree, in which the names `left` and `right` stand for the sides. */
const TREES = OPERATOR_NAMES.map((operator) => ({
  operator,
  tree: readScript(writeCondition({ joined: "all", rows: [{ left: "left", operator, right: "right" }] })).value,
}));

function rowOf(part: Expression, body: string): Row | null {
  for (const { operator, tree } of TREES) {
    const sides: Sides = {};
    if (!fits(tree, part, sides)) continue;
    const [left, right] = [sides.left, sides.right].map((side) => side && sideCode(side, body));
    if (left !== null && right !== null) return { left: left ?? "", operator, right: right ?? "" };
  }
  return null;
}

const POSITIONS = ["start", "end"];

/** Whether two trees are equal, except for the sides. */
function fits(tree: unknown, part: unknown, sides: Sides): boolean {
  if (isRecord(tree) && tree.type === "Identifier" && (tree.name === "left" || tree.name === "right")) {
    // The replacement of a node is a node.
    sides[tree.name] = part as Node;
    return true;
  }
  if (!isRecord(tree) || !isRecord(part)) {
    if (Array.isArray(tree) && Array.isArray(part))
      return tree.length === part.length && tree.every((item, at) => fits(item, part[at], sides));
    return tree === part;
  }
  const names = Object.keys(tree).filter((name) => !POSITIONS.includes(name));
  return names.every((name) => fits(tree[name], part[name], sides));
}

/** The source of a side; null if rows cannot show it. */
function sideCode({ start, end }: Node, body: string): string | null {
  const code = body.slice(start, end);
  return sideIn(code) ? code : null;
}

/** A side of a row as it is displayed. A path is written as in `${…}`. */
export type Side = { kind: "value" | "text" | "number" | "yesOrNo"; text: string } | { kind: "nothing"; text: "" };

/** Parses the code of a side. */
export function sideOf(code: string): Side {
  const side = sideIn(code);
  if (!side) throw new Error(`This is no side of a condition: ${code}`);
  return side;
}

/** The code of a side, null while it is incomplete. Names of steps and variables may contain dots and other signs. */
export function codeOf(side: Side, draft: Pick<Draft, "steps" | "configuration">): string | null {
  if (side.kind === "nothing") return "null";
  if (side.kind === "text") return JSON.stringify(side.text);
  const code = side.kind === "value" ? pathInCode(side.text.trim(), draft) : side.text.trim();
  return sideIn(code) ? code : null;
}

const ROOTS = ["steps", "trigger", "config", "info"];

/** The side that the code represents; null if it is more than a value or a path of the context. */
function sideIn(code: string): Side | null {
  const source = `done(${code}\n)`;
  const { value, uses } = readScript(source);
  if (value?.type === "Literal" || value?.type === "UnaryExpression") return literalIn(code);
  const [, path, ...others] = uses;
  const isPath = value?.type === "MemberExpression" || value?.type === "ChainExpression";
  if (!isPath || !path || others.length > 0 || !ROOTS.includes(path.name)) return null;
  if (path.members.some(({ name }) => name === undefined)) return null;
  const keys = path.members.map(({ name = "", start, end }) => ({ name, key: source.slice(start, end) }));
  // Without its keys, a path consists of its root and the signs between them.
  const between = keys.reduceRight(
    ({ text, end }, { key }, at) => {
      const start = path.members[at]?.start ?? 0;
      return { text: source.slice(start + key.length, end) + text, end: start };
    },
    { text: "", end: source.length - 2 },
  );
  if (!/^[\s.?[\]]*$/.test(between.text) || keys.some(({ key }) => !isKey(key))) return null;
  return {
    kind: "value",
    text: path.name + keys.map(({ name, key }) => (/^\d/.test(key) ? `[${name}]` : `.${name}`)).join(""),
  };
}

const isKey = (key: string): boolean => /^[\p{L}\p{N}_$]+$/u.test(key) || literalIn(key)?.kind === "text";

/** A JSON value, or a text in single quotes. */
function literalIn(code: string): Side | null {
  if (code === "null") return { kind: "nothing", text: "" };
  if (code === "true" || code === "false") return { kind: "yesOrNo", text: code };
  if (/^'[^'\\\x00-\x1f]*'$/.test(code)) return { kind: "text", text: code.slice(1, -1) };
  if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(code)) return { kind: "number", text: code };
  try {
    return code.startsWith('"') ? { kind: "text", text: String(JSON.parse(code)) } : null;
  } catch {
    return null;
  }
}

function pathInCode(path: string, draft: Pick<Draft, "steps" | "configuration">): string {
  const root = path.split(/[.[]/, 1)[0] ?? "";
  const known = referredIn(path, namesOf(draft));
  const deeper = path.slice(known?.end ?? root.length).match(/\[[^\]]*\]|[^.[\]]+/g) ?? [];
  const keys = known === undefined ? deeper : [known.name, ...deeper];
  return root + keys.map((key, at) => keyInCode(key, at === 0)).join("");
}

/** Properties of values that may be missing are accessed with `?.`; the first key always exists. */
function keyInCode(key: string, isFirst: boolean): string {
  const maybe = isFirst ? "" : "?.";
  if (/^\[/.test(key)) return `${maybe}${key}`;
  return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key) ? `${maybe || "."}${key}` : `${maybe}[${JSON.stringify(key)}]`;
}
