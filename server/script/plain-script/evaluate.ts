import { functionCalled } from "./functions.ts";
import { methodCalled } from "./methods.ts";
import {
  ARITHMETIC,
  type Member,
  OPERATORS,
  type Operator,
  type Pattern,
  type PlainExpression,
  type PlainFunction,
  type PlainScript,
} from "./plain-script.ts";
import {
  asJson,
  DEEPEST,
  isPlain,
  lengthOf,
  NeedsEngine,
  needsEngine,
  plain,
  plainObject,
  type Room,
  take,
} from "./room.ts";

/** The most that one evaluation handles, in evaluated parts, characters and members. */
const MOST = 1_000_000;

/** The most in a process that others wait for: about a millisecond. */
export const MOST_AT_ONCE = 20_000;

/** The values of roots, by name. What is read of them is copied as JSON has it, unless they are JSON already. */
export type RootValues = { values: Readonly<Record<string, unknown>>; areJson: boolean };

/**
 * The value that a script engine would pass to `done`, as JSON has it, if it can be computed without the engine;
 * undefined otherwise: then the engine runs the script.
 *
 * @param most bounds the work, as `MOST`
 */
export function evaluate({ value }: PlainScript, roots: RootValues, most = MOST): unknown {
  const world = { roots, room: { left: most }, locals: [] };
  try {
    const found = find(value, world);
    return found === undefined ? undefined : asJson(found, world.room, DEEPEST);
  } catch (error) {
    if (error instanceof NeedsEngine) return undefined;
    throw error;
  }
}

/** `locals`: the values that were declared, by their numbers. No function outlives the call that it is passed to. */
type World = { roots: RootValues; room: Room; locals: unknown[] };
type Finding<Kind extends PlainExpression["kind"]> = (
  expression: Extract<PlainExpression, { kind: Kind }>,
  find: (inner: PlainExpression) => unknown,
  world: World,
) => unknown;

const FINDINGS: { [Kind in PlainExpression["kind"]]: Finding<Kind> } = {
  value: ({ value }) => value,
  local: ({ slot }, _, { locals }) => locals[slot],
  path({ root, members }, _, { roots: { values, areJson }, room }) {
    const value = follow(values[root], members);
    return areJson ? value : asJson(value, room, DEEPEST);
  },
  members: ({ of, members }, find) => follow(find(of), members),
  given({ given, value }, find, { locals }) {
    for (const one of given) bind(one.into, find(one.value), locals);
    return find(value);
  },
  not: ({ of }, find) => !find(of),
  typeof: ({ of }, find) => typeof find(of),
  compare({ operator, left: one, right: other }, find, { room }) {
    const [left, right] = [find(one), find(other)];
    if (typeof left === "string" && typeof right === "string") take(room, Math.min(left.length, right.length));
    return compared(operator, left, right);
  },
  calculate({ operator, left: one, right: other }, find, { room }) {
    const [left, right] = [plain(find(one)), plain(find(other))];
    take(room, lengthOf(left) + lengthOf(right));
    return ARITHMETIC[operator](left, right);
  },
  and: ({ left, right }, find) => find(left) && find(right),
  or: ({ left, right }, find) => find(left) || find(right),
  otherwise: ({ left, right }, find) => find(left) ?? find(right),
  choose: ({ test, yes, no }, find) => find(find(test) ? yes : no),
  text({ texts, between }, find, { room }) {
    let text = texts[0] ?? "";
    for (const [index, inner] of between.entries()) {
      const value = plain(find(inner));
      take(room, lengthOf(value));
      text += `${value}${texts[index + 1] ?? ""}`;
    }
    return text;
  },
  list({ items }, find, { room }) {
    const list: unknown[] = [];
    for (const item of items) {
      if (!("spread" in item)) {
        list.push(find(item));
        continue;
      }
      const inner = find(item.spread);
      if (!Array.isArray(inner)) needsEngine();
      take(room, inner.length);
      for (const one of inner) list.push(one);
    }
    return list;
  },
  object({ entries }, find, { room }) {
    const object: Record<string, unknown> = {};
    for (const entry of entries)
      if ("name" in entry) object[entry.name] = find(entry.value);
      else addTo(object, find(entry.spread), room);
    return object;
  },
  call: ({ name, of }, find, { room }) => functionCalled(name).call(of.map(find), room),
  method({ name, isOptional, of, each, others }, find, world) {
    const value = find(of);
    if (isOptional && (value === undefined || value === null)) return undefined;
    const { ofList, ofText } = methodCalled(name);
    const passed = { each: calling(each, world), values: others.map(find), room: world.room };
    for (const one of passed.values) if (typeof one === "string") take(world.room, one.length);
    // A function takes room itself, and may be called for a few items only.
    if (typeof value === "string" || (Array.isArray(value) && !each)) take(world.room, value.length);
    if (Array.isArray(value)) return ofList ? ofList(value, passed) : needsEngine();
    return typeof value === "string" && ofText ? ofText(value, passed) : needsEngine();
  },
};

function find(expression: PlainExpression, world: World): unknown {
  take(world.room, 1);
  // The table has one function per kind; TypeScript cannot correlate the two.
  const finding = FINDINGS[expression.kind] as Finding<PlainExpression["kind"]>;
  return finding(expression as never, (inner) => find(inner, world), world);
}

const calling =
  (each: PlainFunction | undefined, world: World) =>
  (...values: unknown[]): unknown => {
    if (!each) return needsEngine();
    for (const [index, parameter] of each.parameters.entries()) bind(parameter, values[index], world.locals);
    return find(each.value, world);
  };

function bind(into: Pattern, value: unknown, locals: unknown[]): void {
  if ("slot" in into) locals[into.slot] = value;
  else for (const { name, slot } of into.picks) locals[slot] = memberOf(value, name);
}

function compared(operator: Operator, left: unknown, right: unknown): boolean {
  if (isPlain(left) && isPlain(right)) return OPERATORS[operator](left, right);
  // An object differs from nothing; objects are compared by identity, which values from JSON do not have.
  const isWithNothing = [left, right].some((value) => value === null || value === undefined);
  if (!isWithNothing || !(operator in DIFFERS)) needsEngine();
  return DIFFERS[operator as keyof typeof DIFFERS];
}

const DIFFERS = { "===": false, "==": false, "!==": true, "!=": true };

function addTo(object: Record<string, unknown>, value: unknown, room: Room): void {
  if (value === null || value === undefined) return;
  for (const [name, inner] of Object.entries(plainObject(value))) {
    take(room, 1);
    // It would set the prototype.
    object[name === "__proto__" ? needsEngine() : name] = inner;
  }
}

function follow(value: unknown, members: Member[]): unknown {
  let inner = value;
  for (const { name, isOptional } of members) {
    if (isOptional && (inner === undefined || inner === null)) return undefined;
    inner = memberOf(inner, name);
  }
  return inner;
}

/** Reads own members of JSON values only: inherited members and failing access are left to the script engine. */
function memberOf(value: unknown, name: string | number): unknown {
  if (typeof value === "string") return name === "length" ? value.length : needsEngine();
  if (Array.isArray(value)) return name === "length" ? value.length : member(value[indexIn(name)]);
  const object = plainObject(value);
  if (name in Object.prototype) needsEngine();
  return Object.hasOwn(object, name) ? member(object[name]) : undefined;
}

const indexIn = (name: string | number): number =>
  typeof name === "number" && Number.isInteger(name) && name >= 0 ? name : needsEngine();

/** In JSON there are no other numbers, so the engine would see another value. */
const member = (value: unknown): unknown =>
  typeof value === "number" && (!Number.isFinite(value) || Object.is(value, -0)) ? needsEngine() : value;
