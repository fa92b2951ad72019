import type { Context } from "./context.ts";

/**
 * A script that only computes one value from the context: `done(<expression>)`, as most filters compare and many
 * scripts build an object. It is evaluated without a script engine. Any other code is an ordinary script.
 */
export type PlainExpression =
  | { kind: "value"; value: Plain }
  | { kind: "path"; root: Root; members: Member[] }
  | { kind: "not"; of: PlainExpression }
  | { kind: "compare"; operator: Operator; left: PlainExpression; right: PlainExpression }
  | { kind: "calculate"; operator: Arithmetic; left: PlainExpression; right: PlainExpression }
  | { kind: "and" | "or" | "otherwise"; left: PlainExpression; right: PlainExpression }
  | { kind: "choose"; test: PlainExpression; yes: PlainExpression; no: PlainExpression }
  | { kind: "text"; texts: string[]; between: PlainExpression[] }
  | { kind: "list"; items: (PlainExpression | Spread)[] }
  | { kind: "object"; entries: ({ name: string; value: PlainExpression } | Spread)[] };

export type Plain = string | number | boolean | null | undefined;
/** `...of` in an object or a list. */
export type Spread = { spread: PlainExpression };
export type Root = (typeof ROOTS)[number];
export type Member = { name: string | number; isOptional: boolean };
export type Operator = keyof typeof OPERATORS;
export type Arithmetic = keyof typeof ARITHMETIC;

export const ROOTS = ["trigger", "steps", "info", "config"] as const;

type Compare = (left: Plain, right: Plain) => boolean;
// For primitive values the operators mean the same in every JavaScript engine.
export const OPERATORS = {
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

/** Their results are exact, unlike those of `**`. */
export const ARITHMETIC = {
  "+": (left, right) => (left as number) + (right as number),
  "-": (left, right) => (left as number) - (right as number),
  "*": (left, right) => (left as number) * (right as number),
  "/": (left, right) => (left as number) / (right as number),
  "%": (left, right) => (left as number) % (right as number),
} satisfies Record<string, (left: Plain, right: Plain) => string | number>;

/** The levels of an expression and of its value; beyond, the script engine does it. */
export const DEEPEST = 200;

const UNKNOWN = Symbol("only a script engine knows");

/** The size of all that one evaluation handles, in characters and members: beyond it, the limits of the script engine apply. */
const MOST = 1_000_000;

/**
 * The value that a script engine would pass to `done`, as JSON has it, if it can be computed without the engine;
 * undefined otherwise: then the engine runs the script.
 */
export function evaluate(expression: PlainExpression, context: Context): unknown {
  const room = { left: MOST };
  const value = find(expression, context, room);
  const copy = value === UNKNOWN || value === undefined ? UNKNOWN : asJson(value, room, DEEPEST);
  return copy === UNKNOWN ? undefined : copy;
}

type Room = { left: number };
type Finding<Kind extends PlainExpression["kind"]> = (
  expression: Extract<PlainExpression, { kind: Kind }>,
  find: (inner: PlainExpression) => unknown,
  world: { context: Context; room: Room },
) => unknown;

const FINDINGS: { [Kind in PlainExpression["kind"]]: Finding<Kind> } = {
  value: ({ value }) => value,
  path: (path, _, { context }) => follow(path, context),
  not({ of }, find) {
    const value = find(of);
    return value === UNKNOWN ? UNKNOWN : !value;
  },
  compare({ operator, left: one, right: other }, find) {
    const [left, right] = [find(one), find(other)];
    return isPlain(left) && isPlain(right) ? OPERATORS[operator](left, right) : UNKNOWN;
  },
  calculate({ operator, left: one, right: other }, find, { room }) {
    const [left, right] = [find(one), find(other)];
    if (!isPlain(left) || !isPlain(right) || !take(room, lengthOf(left) + lengthOf(right))) return UNKNOWN;
    return ARITHMETIC[operator](left, right);
  },
  and: ({ left, right }, find) =>
    unless(
      find(left),
      (value) => !value,
      () => find(right),
    ),
  or: ({ left, right }, find) => unless(find(left), Boolean, () => find(right)),
  otherwise: ({ left, right }, find) =>
    unless(
      find(left),
      (value) => value != null,
      () => find(right),
    ),
  choose({ test, yes, no }, find) {
    const value = find(test);
    return value === UNKNOWN ? UNKNOWN : find(value ? yes : no);
  },
  text({ texts, between }, find, { room }) {
    let text = texts[0] ?? "";
    for (const [index, inner] of between.entries()) {
      const value = find(inner);
      if (!isPlain(value) || !take(room, lengthOf(value))) return UNKNOWN;
      text += `${value}${texts[index + 1] ?? ""}`;
    }
    return text;
  },
  list({ items }, find, { room }) {
    const list: unknown[] = [];
    for (const item of items) {
      const value = find("spread" in item ? item.spread : item);
      if (value === UNKNOWN) return UNKNOWN;
      if (!("spread" in item)) list.push(value);
      else if (Array.isArray(value) && take(room, value.length)) for (const inner of value) list.push(inner);
      else return UNKNOWN;
    }
    return list;
  },
  object({ entries }, find, { room }) {
    const object: Record<string, unknown> = {};
    for (const entry of entries) {
      const value = find("spread" in entry ? entry.spread : entry.value);
      if (value === UNKNOWN) return UNKNOWN;
      if ("name" in entry) object[entry.name] = value;
      else if (!addTo(object, value, room)) return UNKNOWN;
    }
    return object;
  },
};

function find(expression: PlainExpression, context: Context, room: Room): unknown {
  // The table has one function per kind; TypeScript cannot correlate the two.
  const finding = FINDINGS[expression.kind] as Finding<PlainExpression["kind"]>;
  return finding(expression as never, (inner) => find(inner, context, room), { context, room });
}

const unless = (value: unknown, isEnough: (value: unknown) => boolean, other: () => unknown): unknown =>
  value === UNKNOWN || isEnough(value) ? value : other();

/** Whether there was room for so much. */
function take(room: Room, amount: number): boolean {
  room.left -= amount;
  return room.left >= 0;
}

const lengthOf = (value: Plain): number => (typeof value === "string" ? value.length : 1);

function addTo(object: Record<string, unknown>, value: unknown, room: Room): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value !== "object" || Array.isArray(value)) return false;
  for (const [name, inner] of Object.entries(value)) {
    if (name === "__proto__" || !take(room, 1)) return false;
    object[name] = inner;
  }
  return true;
}

/** A value after its way through JSON. */
function asJson(value: unknown, room: Room, levels: number): unknown {
  if (typeof value === "number") return Number.isFinite(value) ? value + 0 : null;
  if (isPlain(value)) return take(room, lengthOf(value)) ? value : UNKNOWN;
  if (levels === 0 || typeof value !== "object") return UNKNOWN;
  if (Array.isArray(value)) {
    if (!take(room, value.length)) return UNKNOWN;
    const items = value.map((item) => (item === undefined ? null : asJson(item, room, levels - 1)));
    return items.includes(UNKNOWN) ? UNKNOWN : items;
  }
  const object: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(value as object)) {
    if (inner === undefined) continue;
    const copy = name === "__proto__" || !take(room, name.length) ? UNKNOWN : asJson(inner, room, levels - 1);
    if (copy === UNKNOWN) return UNKNOWN;
    object[name] = copy;
  }
  return object;
}

/** Reads own members of JSON values only: inherited members and failing access are left to the script engine. */
function follow({ root, members }: Extract<PlainExpression, { kind: "path" }>, context: Context): unknown {
  // The roots have other members in the engine, which adds them when they are read.
  if (members.length === 0) return UNKNOWN;
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
