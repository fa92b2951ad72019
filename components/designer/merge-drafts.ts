import type { Draft, DraftStep, DraftTrigger, DraftVariable } from "./draft.ts";
import { sameUnit, type Unit, unitsOf } from "./units.ts";

export type Side = "mine" | "theirs";

/** Two states of a formula that began as one. */
export type Fork = { base: Draft; mine: Draft; theirs: Draft };

/** The ids of what both have changed, each in their own way. */
export function clashesOf({ base, mine, theirs }: Fork): string[] {
  const [began, own, other] = [unitsOf(base), unitsOf(mine), unitsOf(theirs)];
  return idsOf(other, own).filter((id) => {
    const [b, m, t] = [began.get(id), own.get(id), other.get(id)];
    return !sameUnit(b, m) && !sameUnit(b, t) && !sameUnit(m, t);
  });
}

/** Both works in one: whatever one side alone has changed is as that side has it, a clash as it was chosen (else mine). */
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

/** In their order; what only I have comes where it stands with me, behind its neighbor. */
function idsOf(theirs: Map<string, Unit>, mine: Map<string, Unit>): string[] {
  const ids = [...theirs.keys()];
  let before: string | undefined;
  for (const id of mine.keys()) {
    if (!theirs.has(id)) ids.splice(before === undefined ? ids.length : ids.indexOf(before) + 1, 0, id);
    before = id;
  }
  return ids;
}
