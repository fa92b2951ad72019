import type { AnyNode, CallExpression, MemberExpression, SpreadElement, Statement } from "acorn";
import { type FunctionName, functionCalled, isFunctionName } from "./functions.ts";
import { literalOf, nameOf, plain } from "./literals.ts";
import { isMethodName, methodCalled } from "./methods.ts";
import {
  ARITHMETIC,
  type Arithmetic,
  type Member,
  OPERATORS,
  type Operator,
  type PlainExpression,
  type PlainFunction,
} from "./plain-script.ts";
import { allOf, patternOf, type Scope } from "./scope.ts";

type Read = (inner: AnyNode) => PlainExpression | undefined;

type Reading<Type extends AnyNode["type"]> = (
  node: Extract<AnyNode, { type: Type }>,
  read: Read,
  scope: Scope,
) => PlainExpression | undefined;

const READINGS: { [Type in AnyNode["type"]]?: Reading<Type> } = {
  Literal: (node) => literalOf(node),
  Identifier({ name }, _, { names, roots }) {
    const slot = names.get(name);
    if (slot !== undefined) return slot === "later" ? undefined : { kind: "local", slot };
    if (name === "undefined") return plain(undefined);
    return roots.areValues && roots.names.includes(name) ? { kind: "path", root: name, members: [] } : undefined;
  },
  MemberExpression: (node, read, scope) => membersOf(node, read, scope),
  ChainExpression: ({ expression }, read) => read(expression),
  CallExpression: (node, read, scope) => functionOf(node, read, scope) ?? methodOf(node, read, scope),
  UnaryExpression({ operator, argument }, read) {
    const of = read(argument);
    if (operator === "!" || operator === "typeof") return of && { kind: operator === "!" ? "not" : "typeof", of };
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

/** Reads an expression as a plain one; undefined if it is anything else. */
export function readIn(node: AnyNode, scope: Scope): PlainExpression | undefined {
  if (scope.levels <= 0) return undefined;
  const inner = { ...scope, levels: scope.levels - 1 };
  // The table has one function per type; TypeScript cannot correlate the two.
  const reading = READINGS[node.type] as Reading<AnyNode["type"]> | undefined;
  return reading?.(node, (one) => readIn(one, inner), inner);
}

function spreadOf({ argument }: SpreadElement, read: Read) {
  const spread = read(argument);
  return spread && { spread };
}

const isOperator = (operator: string): operator is Operator => Object.hasOwn(OPERATORS, operator);

const isArithmetic = (operator: string): operator is Arithmetic => Object.hasOwn(ARITHMETIC, operator);

function membersOf(outermost: MemberExpression, read: Read, scope: Scope): PlainExpression | undefined {
  const members: Member[] = [];
  let node: AnyNode = outermost;
  for (; node.type === "MemberExpression"; node = node.object) {
    const name = memberName(node);
    if (name === undefined) return undefined;
    members.push({ name, isOptional: node.optional === true });
  }
  members.reverse();
  const root = node.type === "Identifier" && !scope.names.has(node.name) ? node.name : undefined;
  if (root !== undefined && scope.roots.names.includes(root)) return { kind: "path", root, members };
  const of = read(node);
  return of && { kind: "members", of, members };
}

function memberName({ computed, property }: MemberExpression): string | number | undefined {
  if (!computed) return property.type === "Identifier" ? property.name : undefined;
  const { value } = property.type === "Literal" ? property : {};
  return typeof value === "string" || typeof value === "number" ? value : undefined;
}

/** `Math.round(x)`, `String(x)`; `Object.assign({ … }, x)` is an object with what is spread. */
function functionOf(
  { callee, arguments: passed, optional }: CallExpression,
  read: Read,
  scope: Scope,
): PlainExpression | undefined {
  const name = optional ? undefined : globalName(callee, scope);
  if (name === undefined) return undefined;
  const of = allOf(passed, read);
  if (!of) return undefined;
  if (name === "Object.assign") {
    const [object, ...others] = of;
    return object?.kind === "object"
      ? { kind: "object", entries: [...object.entries, ...others.map((spread) => ({ spread }))] }
      : undefined;
  }
  return isFunctionName(name) && accepts(functionCalled(name).arguments, of) ? { kind: "call", name, of } : undefined;
}

const accepts = ([least, most]: [number, number], values: unknown[]) => values.length >= least && values.length <= most;

/** The name of a function that every script can see, unless the script declares the name itself. */
function globalName(callee: AnyNode, { names }: Scope): string | undefined {
  if (callee.type === "Identifier") return names.has(callee.name) ? undefined : callee.name;
  if (callee.type !== "MemberExpression" || callee.optional || callee.object.type !== "Identifier") return undefined;
  const { name } = callee.object;
  const member = memberName(callee);
  return names.has(name) || member === undefined ? undefined : `${name}.${member}`;
}

function methodOf(
  { callee, arguments: [first, ...rest], optional }: CallExpression,
  read: Read,
  scope: Scope,
): PlainExpression | undefined {
  const name = callee.type === "MemberExpression" ? memberName(callee) : undefined;
  if (callee.type !== "MemberExpression" || optional || typeof name !== "string" || !isMethodName(name))
    return undefined;
  const { parameters, arguments: range } = methodCalled(name);
  const of = read(callee.object);
  const each = parameters === undefined || !first ? undefined : functionGiven(first, parameters, scope);
  const others = allOf(parameters === undefined && first ? [first, ...rest] : rest, read);
  if (!of || !others || !accepts(range, others) || (parameters !== undefined && !each)) return undefined;
  return { kind: "method", name, isOptional: callee.optional === true, of, each, others };
}

/** A function that only returns a value: `(a, { b }) => value`, or one that others call by name: `Boolean`. */
function functionGiven(node: AnyNode, most: number, outer: Scope): PlainFunction | undefined {
  if (node.type === "Identifier") return namedFunction(node.name, outer);
  if (node.type !== "ArrowFunctionExpression" || node.async || node.params.length > most) return undefined;
  const names = new Map(outer.names);
  const scope = { ...outer, names };
  const parameters = allOf(node.params, (one) => patternOf(one, scope, names));
  const value = node.body.type === "BlockStatement" ? returnedBy(node.body.body, scope) : readIn(node.body, scope);
  return parameters && value && { parameters, value };
}

const OF_ONE: readonly FunctionName[] = ["Boolean", "String", "Number"];

function namedFunction(name: string, { names, count }: Scope): PlainFunction | undefined {
  const known = names.has(name) ? undefined : OF_ONE.find((one) => one === name);
  if (!known) return undefined;
  const slot = count.slots++;
  return { parameters: [{ slot }], value: { kind: "call", name: known, of: [{ kind: "local", slot }] } };
}

const returnedBy = ([statement, ...others]: readonly Statement[], scope: Scope): PlainExpression | undefined =>
  statement?.type === "ReturnStatement" && statement.argument && others.length === 0
    ? readIn(statement.argument, scope)
    : undefined;
