import { type Refusal, refuse } from "./refusal.ts";
import type { Configuration } from "./shape.ts";

/** Moves the values of one variable to another in all instances. */
export type ValueMove = { from: string; to: string };

/**
 * All reasons not to move values when the variables of a formula change: each goes from a removed variable to a new one
 * of the same type, and no two share either end.
 */
export function moveRefusals(before: Configuration[], after: Configuration[], moves: ValueMove[]): Refusal[] {
  const keysOf = (variables: Configuration[]) => new Map(variables.map(({ key, type }) => [key, type]));
  const [olds, news] = [keysOf(before), keysOf(after)];
  return moves.flatMap(({ from, to }, at) => {
    const others = moves.slice(0, at);
    const of = (field: keyof ValueMove, words: string) =>
      refuse(["moves", at, field], `moves.${at}.${field}: ${words}`);
    if (!olds.has(from) || news.has(from)) return [of("from", `"${from}" is not a variable that is gone.`)];
    if (!news.has(to) || olds.has(to)) return [of("to", `"${to}" is not a new variable.`)];
    if (olds.get(from) !== news.get(to)) return [of("to", `"${to}" holds something else than "${from}" did.`)];
    if (others.some((other) => other.from === from)) return [of("from", `"${from}" is moved twice.`)];
    return others.some((other) => other.to === to) ? [of("to", `"${to}" is given two values.`)] : [];
  });
}

/** The values of an instance after the moves; null if it has none of them. */
export function movedValues<Values extends Record<string, unknown>>(values: Values, moves: ValueMove[]) {
  const held = moves.filter(({ from }) => Object.hasOwn(values, from));
  if (held.length === 0) return null;
  const moved = new Set(held.map(({ from }) => from));
  return Object.fromEntries([
    ...Object.entries(values).filter(([key]) => !moved.has(key)),
    ...held.map(({ from, to }) => [to, values[from]]),
  ]);
}
