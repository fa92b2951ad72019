import type { Draft } from "../model/draft.ts";
import { longestName } from "../model/names.ts";

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
  const [, inner] = /^\s*done\(([\s\S]*)\)\s*;?\s*$/.exec(body) ?? [];
  if (inner === undefined) return null;
  if (inner.trim() === "true") return { joined: "all", rows: [] };
  if (inner.trim() === "false") return { joined: "any", rows: [] };
  const rows: Row[] = [];
  const joints = new Set<string>();
  for (let at = 0; ; ) {
    const read = readRow(inner, at);
    if (!read) return null;
    rows.push(read.row);
    at = read.end;
    if (at === inner.length) break;
    const joint = inner.slice(at, at + 2);
    joints.add(joint);
    at += 2;
    if (!/^(&&|\|\|)$/.test(joint) || joints.size > 1) return null;
  }
  return { joined: joints.has("||") ? "any" : "all", rows };
}

/** A path of the context in JavaScript, up to a method call. */
const KEY = String.raw`\??\.[\p{L}_$][\p{L}\p{N}_$]*(?![\p{L}\p{N}_$])`;
const TEXT = String.raw`"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|'[^'\\\x00-\x1f]*'`;
const PATH = String.raw`(?:steps|trigger|config|info)(?:(?!${KEY}\?\.\()${KEY}|(?:\?\.)?\[(?:\d+|${TEXT})\])+`;
const NUMBER = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?`;
const SIDE = `(${PATH}|${TEXT}|${NUMBER}|true|false|null)`;

const exactly = (code: string) =>
  code
    .trim()
    .replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(/ |(?<=\))(?=\\\))/g, String.raw`\s*`);

/** Longer operators first, since `>` is also the beginning of `>=`. */
const PATTERNS = OPERATOR_NAMES.toSorted((one, other) => signs(other) - signs(one)).map((operator) => {
  const [before = "", between = "", behind] = OPERATORS[operator].code;
  const sides = behind === undefined ? [] : [SIDE, exactly(behind)];
  const pieces = [exactly(before), SIDE, exactly(between), ...sides].filter(Boolean);
  return { operator, pattern: new RegExp(`\\s*${pieces.join(String.raw`\s*`)}\\s*`, "uy") };
});

function signs(operator: OperatorName): number {
  return OPERATORS[operator].code.join("").trim().length;
}

function readRow(text: string, at: number): { row: Row; end: number } | null {
  for (const { operator, pattern } of PATTERNS) {
    pattern.lastIndex = at;
    const [, left, right = ""] = pattern.exec(text) ?? [];
    if (left !== undefined) return { row: { left, operator, right }, end: pattern.lastIndex };
  }
  return null;
}

/** A side of a row as it is displayed. A path is written as in `${…}`. */
export type Side = { kind: "value" | "text" | "number" | "yesOrNo"; text: string } | { kind: "nothing"; text: "" };

export function sideOf(code: string): Side {
  if (code === "null") return { kind: "nothing", text: "" };
  if (code === "true" || code === "false") return { kind: "yesOrNo", text: code };
  if (code.startsWith('"')) return { kind: "text", text: String(JSON.parse(code)) };
  if (code.startsWith("'")) return { kind: "text", text: code.slice(1, -1) };
  if (/^-?\d/.test(code)) return { kind: "number", text: code };
  const quoted = (key: string) => (/^["']/.test(key) ? `.${sideOf(key).text}` : `[${key}]`);
  const path = code.replace(new RegExp(String.raw`(?:\?\.)?\[(\d+|${TEXT})\]`, "gu"), (_, key) => quoted(key));
  return { kind: "value", text: path.replaceAll("?.", ".") };
}

/** The code of a side, null while it is incomplete. Names of steps and variables may contain dots and other signs. */
export function codeOf(side: Side, draft: Pick<Draft, "steps" | "configuration">): string | null {
  if (side.kind === "nothing") return "null";
  if (side.kind === "text") return JSON.stringify(side.text);
  const code = side.kind === "value" ? pathInCode(side.text.trim(), draft) : side.text.trim();
  return new RegExp(`^${SIDE}$`, "u").test(code) ? code : null;
}

function pathInCode(path: string, { steps, configuration }: Pick<Draft, "steps" | "configuration">): string {
  const root = path.split(/[.[]/, 1)[0] ?? "";
  const below = path.slice(root.length).replace(/^\./, "");
  const names = { steps: steps.map(({ name }) => name), config: configuration.map(({ key }) => key) };
  const known = root === "steps" || root === "config" ? longestName(names[root], below) : undefined;
  const deeper = below.slice(known?.length ?? 0).match(/\[[^\]]*\]|[^.[\]]+/g) ?? [];
  const keys = known === undefined ? deeper : [known, ...deeper];
  return root + keys.map((key, at) => keyInCode(key, at === 0)).join("");
}

/** Properties of values that may be missing are accessed with `?.`; the first key always exists. */
function keyInCode(key: string, isFirst: boolean): string {
  const maybe = isFirst ? "" : "?.";
  if (/^\[/.test(key)) return `${maybe}${key}`;
  return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key) ? `${maybe || "."}${key}` : `${maybe}[${JSON.stringify(key)}]`;
}
