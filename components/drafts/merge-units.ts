export type Side = "mine" | "theirs";

/** Two states with a common base. */
export type Fork<State> = { base: State; mine: State; theirs: State };

/** The smallest parts of a draft that two people can change independently, by their ids, in order. */
type Units<Unit> = ReadonlyMap<string, Unit>;

type Same<Unit> = (one: Unit | undefined, other: Unit | undefined) => boolean;

/** The ids of units that both sides changed differently. */
export function clashesOf<Unit>({ base, mine, theirs }: Fork<Units<Unit>>, isSame: Same<Unit>): string[] {
  return idsOf(theirs, mine).filter((id) => {
    const [b, m, t] = [base.get(id), mine.get(id), theirs.get(id)];
    return !isSame(b, m) && !isSame(b, t) && !isSame(m, t);
  });
}

/** Merges both sides: a unit that only one side changed is taken from it, a conflict as chosen (default: mine). */
export function mergeUnits<Unit>(fork: Fork<Units<Unit>>, isSame: Same<Unit>, choices: Record<string, Side>): Unit[] {
  const { base, mine, theirs } = fork;
  const clashes = new Set(clashesOf(fork, isSame));
  return idsOf(theirs, mine).flatMap((id): Unit[] => {
    const isTheirs = clashes.has(id) ? choices[id] === "theirs" : isSame(base.get(id), mine.get(id));
    const unit = (isTheirs ? theirs : mine).get(id);
    return unit === undefined ? [] : [unit];
  });
}

/** In their order; units that only exist on my side follow the same neighbor as on my side. */
function idsOf<Unit>(theirs: Units<Unit>, mine: Units<Unit>): string[] {
  const ids = [...theirs.keys()];
  let before: string | undefined;
  for (const id of mine.keys()) {
    if (!theirs.has(id)) ids.splice(before === undefined ? ids.length : ids.indexOf(before) + 1, 0, id);
    before = id;
  }
  return ids;
}
