import type { Draft, DraftStep, DraftTrigger, DraftVariable } from "../model/draft.ts";
import { sameUnit, type Unit, unitsOf } from "./units.ts";

export type Side = "mine" | "theirs";

/** Two states of a formula with a common base. */
export type Fork = { base: Draft; mine: Draft; theirs: Draft };

/** The ids of units that both sides changed differently. */
export function clashesOf({ base, mine, theirs }: Fork): string[] {
  const [began, own, other] = [unitsOf(base), unitsOf(mine), unitsOf(theirs)];
  return idsOf(other, own).filter((id) => {
    const [b, m, t] = [began.get(id), own.get(id), other.get(id)];
    return !sameUnit(b, m) && !sameUnit(b, t) && !sameUnit(m, t);
  });
}

/** Merges both sides: a unit that only one side changed is taken from it, a conflict as chosen (default: mine). */
export function mergeDrafts(fork: Fork, choices: Record<string, Side> = {}): Draft {
  const [began, own, other] = [unitsOf(fork.base), unitsOf(fork.mine), unitsOf(fork.theirs)];
  const clashes = new Set(clashesOf(fork));
  const units = idsOf(other, own).flatMap((id): Unit[] => {
    const isTheirs = clashes.has(id) ? choices[id] === "theirs" : sameUnit(began.get(id), own.get(id));
    const unit = (isTheirs ? other : own).get(id);
    return unit ? [unit] : [];
  });
  const values = <Value>(kind: Unit["kind"]) =>
    units.filter((unit) => unit.kind === kind).map(({ value }) => value as Value);
  const settings = units.flatMap((unit) => (unit.kind === "setting" ? [[unit.name, unit.value] as const] : []));
  return {
    name: "",
    ...Object.fromEntries(settings),
    triggers: values<DraftTrigger>("trigger"),
    steps: values<DraftStep>("step"),
    configuration: values<DraftVariable>("variable"),
  };
}

/** In their order; units that only my side has follow the same neighbor as on my side. */
function idsOf(theirs: Map<string, Unit>, mine: Map<string, Unit>): string[] {
  const ids = [...theirs.keys()];
  let before: string | undefined;
  for (const id of mine.keys()) {
    if (!theirs.has(id)) ids.splice(before === undefined ? ids.length : ids.indexOf(before) + 1, 0, id);
    before = id;
  }
  return ids;
}
