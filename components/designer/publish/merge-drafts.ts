import * as units from "../../drafts/merge-units.ts";
import type { Draft, DraftStep, DraftTrigger, DraftVariable } from "../model/draft.ts";
import { sameUnit, type Unit, unitsOf } from "../model/units.ts";

type Fork = units.Fork<Draft>;

const unitsOfFork = ({ base, mine, theirs }: Fork) => ({
  base: unitsOf(base),
  mine: unitsOf(mine),
  theirs: unitsOf(theirs),
});

/** The ids of units that both sides changed differently. */
export const clashesOf = (fork: Fork): string[] => units.clashesOf(unitsOfFork(fork), sameUnit);

/** Merges both sides: a unit that only one side changed is taken from it, a conflict as chosen (default: mine). */
export function mergeDrafts(fork: Fork, choices: Record<string, units.Side> = {}): Draft {
  const merged = units.mergeUnits<Unit>(unitsOfFork(fork), sameUnit, choices);
  const values = <Value>(kind: Unit["kind"]) =>
    merged.filter((unit) => unit.kind === kind).map(({ value }) => value as Value);
  const settings = merged.flatMap((unit) => (unit.kind === "setting" ? [[unit.name, unit.value] as const] : []));
  return {
    name: "",
    ...Object.fromEntries(settings),
    triggers: values<DraftTrigger>("trigger"),
    steps: values<DraftStep>("step"),
    configuration: values<DraftVariable>("variable"),
  };
}
