import type { ValueMove } from "#server/formula/value-moves.ts";
import type { Draft } from "./draft.ts";
import { renamedUnits } from "./renamed-units.ts";
import { unitsOf } from "./units.ts";

/** Where somebody wants values to go, by the key they are held under; empty where they are not used any more. */
export type Chosen = Record<string, string>;

/** A variable that is gone: the one it is now, empty when it is none, and those it could be. */
export type GoneVariable = { key: string; to: string; choices: string[] };

/** The variables that went between two states of a formula; what was plainly renamed goes along unless told otherwise. */
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

/** What publishing is told to move. */
export const movesOf = (gone: GoneVariable[]): ValueMove[] =>
  gone.filter(({ to }) => to !== "").map(({ key, to }) => ({ from: key, to }));

/** The keys of the variables that are required after, and were not before. */
export const newlyRequired = (before: Draft, after: Draft): string[] => {
  const requiredOf = ({ configuration }: Draft) =>
    configuration.filter(({ required }) => required !== false).map(({ key }) => key);
  const were = new Set(requiredOf(before));
  return requiredOf(after).filter((key) => !were.has(key));
};
