import type { AnyNode, MemberExpression, SpreadElement } from "acorn";
import type { Script } from "../script/script.ts";
import {
  ARITHMETIC,
  type Arithmetic,
  DEEPEST,
  type Member,
  OPERATORS,
  type Operator,
  type Plain,
  type PlainExpression,
  ROOTS,
} from "./plain-expression.ts";

/** Parses a script as a plain expression; undefined if it is anything else. */
export const plainExpressionOf = ({ value }: Script): PlainExpression | undefined => value && readPlain(value, DEEPEST);

type Reading<Type extends AnyNode["type"]> = (
  node: Extract<AnyNode, { type: Type }>,
  read: (inner: AnyNode) => PlainExpression | undefined,
) => PlainExpression | undefined;

const READINGS: { [Type in AnyNode["type"]]?: Reading<Type> } = {
  Literal: ({ value, raw = "" }) => {
    if (typeof value === "number") return PLAIN_NUMBER.test(raw) ? { kind: "value", value } : undefined;
    if (typeof value === "string") return OCTAL_ESCAPE.test(raw) ? undefined : plain(value);
    return value === null ? nullIf(raw) : typeof value === "boolean" ? plain(value) : undefined;
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
    const [left, right] = [read(one), read(other)];
    return left && right && { kind: LOGICAL[operator], left, right };
  },
  BinaryExpression({ operator, left: one, right: other }, read) {
    const [left, right] = [read(one), read(other)];
    if (!left || !right) return undefined;
    if (isArithmetic(operator)) return { kind: "calculate", operator, left, right };
    if (!isOperator(operator)) return undefined;
    // `1 < x < 3` compares a boolean, which is never intended.
    return [left, right].some(({ kind }) => kind === "compare")
      ? undefined
      : { kind: "compare", operator, left, right };
  },
  ConditionalExpression({ test, consequent, alternate }, read) {
    const [when, yes, no] = [read(test), read(consequent), read(alternate)];
    return when && yes && no && { kind: "choose", test: when, yes, no };
  },
  TemplateLiteral({ quasis, expressions }, read) {
    const between = allOf(expressions, read);
    return between && { kind: "text", texts: quasis.map(({ value }) => value.cooked ?? ""), between };
  },
  ArrayExpression({ elements }, read) {
    const items = allOf(elements, (item) =>
      item?.type === "SpreadElement" ? spreadOf(item, read) : item && read(item),
    );
    return items && { kind: "list", items };
  },
  ObjectExpression({ properties }, read) {
    const entries = allOf(properties, (entry) => {
      if (entry.type === "SpreadElement") return spreadOf(entry, read);
      const name = entry.kind === "init" && !entry.computed ? nameOf(entry.key) : undefined;
      const value = read(entry.value);
      // It would set the prototype.
      return name === undefined || name === "__proto__" || !value ? undefined : { name, value };
    });
    return entries && { kind: "object", entries };
  },
};

const LOGICAL = { "&&": "and", "||": "or", "??": "otherwise" } as const;

/** The results of reading each item; undefined if one cannot be read. */
function allOf<Item, Read>(items: readonly Item[], read: (item: Item) => Read | null | undefined): Read[] | undefined {
  const found = items.flatMap((item) => read(item) ?? []);
  return found.length === items.length ? found : undefined;
}

function spreadOf({ argument }: SpreadElement, read: (inner: AnyNode) => PlainExpression | undefined) {
  const spread = read(argument);
  return spread && { spread };
}

function nameOf(key: AnyNode): string | undefined {
  if (key.type === "Identifier") return key.name;
  const literal = key.type === "Literal" ? readPlain(key, 1) : undefined;
  const name = literal?.kind === "value" ? literal.value : undefined;
  return typeof name === "string" || typeof name === "number" ? String(name) : undefined;
}

/** To JavaScript, longer and octal numbers are not what people expect. */
const PLAIN_NUMBER = /^(?:0|[1-9]\d{0,14})(?:\.\d+)?$/;

function readPlain(node: AnyNode, levels: number): PlainExpression | undefined {
  // The table has one function per type; TypeScript cannot correlate the two.
  const reading = READINGS[node.type] as Reading<AnyNode["type"]> | undefined;
  return levels > 0 ? reading?.(node, (inner) => readPlain(inner, levels - 1)) : undefined;
}

/** A syntax error in strict mode, in which scripts run. */
const OCTAL_ESCAPE = /\\\d/;

const plain = (value: unknown): PlainExpression => ({ kind: "value", value: value as Plain });

/** A regular expression that this engine does not support has the value null, too. */
const nullIf = (raw: string) => (raw === "null" ? plain(null) : undefined);

const isOperator = (operator: string): operator is Operator => Object.hasOwn(OPERATORS, operator);

const isArithmetic = (operator: string): operator is Arithmetic => Object.hasOwn(ARITHMETIC, operator);

function path(name: string, members: Member[]): PlainExpression | undefined {
  const root = ROOTS.find((one) => one === name);
  return root && { kind: "path", root, members };
}

function pathOf(outermost: MemberExpression): PlainExpression | undefined {
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
