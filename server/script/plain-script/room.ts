export type Plain = string | number | boolean | null | undefined;

/** The levels of a script and of its value; beyond, the script engine does it. */
export const DEEPEST = 200;

/** Only a script engine knows the value, or its limits apply. */
export class NeedsEngine extends Error {}

// One for all, because it is thrown often and nobody reads its stack.
const NEEDS_ENGINE = new NeedsEngine();

export function needsEngine(): never {
  throw NEEDS_ENGINE;
}

/** The work that is left for one evaluation, in evaluated parts, characters and members. */
export type Room = { left: number };

/** Throws if there is no room for so much. */
export function take(room: Room, amount: number): void {
  room.left -= amount;
  if (room.left < 0) needsEngine();
}

export const isPlain = (value: unknown): value is Plain =>
  value === null || value === undefined || ["string", "number", "boolean"].includes(typeof value);

export const plain = (value: unknown): Plain => (isPlain(value) ? value : needsEngine());

export const number = (value: unknown): number => (typeof value === "number" ? value : needsEngine());

export const text = (value: unknown): string => (typeof value === "string" ? value : needsEngine());

export const lengthOf = (value: Plain): number => (typeof value === "string" ? value.length : 1);

/** An object as JSON has it, without members that would set its prototype. */
export function plainObject(value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) needsEngine();
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null ? (value as Record<string, unknown>) : needsEngine();
}

/** A value after its way through JSON; shares nothing with it. */
export function asJson(value: unknown, room: Room, levels: number): unknown {
  if (typeof value === "number") return Number.isFinite(value) ? value + 0 : null;
  if (isPlain(value)) {
    take(room, lengthOf(value));
    return value;
  }
  if (levels === 0) needsEngine();
  if (Array.isArray(value)) {
    take(room, value.length);
    return value.map((item) => (item === undefined ? null : asJson(item, room, levels - 1)));
  }
  const object: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(plainObject(value))) {
    if (inner === undefined) continue;
    take(room, name.length);
    // It would set the prototype.
    object[name === "__proto__" ? needsEngine() : name] = asJson(inner, room, levels - 1);
  }
  return object;
}
