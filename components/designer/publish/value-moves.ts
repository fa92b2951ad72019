import type { ValueMove } from "#server/formula/value-moves.ts";
import type { Draft } from "../model/draft.ts";
import { renamedUnits } from "../model/renamed-units.ts";
import { unitsOf } from "../model/units.ts";

/** The new key of each stored value; empty if the value is no longer used. */
export type Chosen = Record<string, string>;

/** A removed variable: its new key, empty if there is none, and the candidates. */
export type GoneVariable = { key: string; to: string; choices: string[] };

/**
 * The variables that were removed between two states of a formula; obvious renames are moved unless chosen otherwise.
 */
export function goneVariables(before: Draft, after: Draft, chosen: Chosen): GoneVariable[] {
  const names = new Map([...unitsOf(before), ...unitsOf(after)].map(([id, { name }]) => [id, name]));
  const renamed = new Map([...renamedUnits(before, after)].map(([to, from]) => [names.get(from), names.get(to)]));
  const has = ({ configuration }: Draft, key: string) => configuration.some((variable) => variable.key === key);
  const gone = before.configuration.filter(({ key }) => !has(after, key));
  const goesTo = (key: string) => chosen[key] ?? renamed.get(key) ?? "";
  return gone.map(({ key, type }) => {
    const taken = new Set(gone.filter((other) => other.key !== key).map((other) => goesTo(other.key)));
    const choices = after.configuration.filter((variable) => variable.type === type && !has(before, variable.key));
    return { key, to: goesTo(key), choices: choices.map((one) => one.key).filter((choice) => !taken.has(choice)) };
  });
}

/** The moves for publishing. */
export const movesOf = (gone: GoneVariable[]): ValueMove[] =>
  gone.filter(({ to }) => to !== "").map(({ key, to }) => ({ from: key, to }));

/** The keys of the variables that have become required. */
export const newlyRequired = (before: Draft, after: Draft): string[] => {
  const requiredOf = ({ configuration }: Draft) =>
    configuration.filter(({ required }) => required !== false).map(({ key }) => key);
  const were = new Set(requiredOf(before));
  return requiredOf(after).filter((key) => !were.has(key));
};
