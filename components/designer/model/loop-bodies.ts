import { portWithRole } from "#server/formula/find-definition.ts";
import { type Draft, type DraftStep, nextPortOf } from "./draft.ts";
import { cachedByDraft } from "./draft-cache.ts";
import { partsOf } from "./graph.ts";

/** The innermost loop that contains a step, by the step's name; steps outside of all loops are not included. */
export type LoopHomes = ReadonlyMap<string, string>;

/** The steps of each loop's body, by the loop's name: those that are reachable only through its "each item". */
export const loopBodies = cachedByDraft((draft: Draft): ReadonlyMap<string, ReadonlySet<string>> => {
  const loops = draft.steps.filter(({ type }) => portWithRole(type, "body"));
  if (loops.length === 0) return new Map();
  const steps = new Map(draft.steps.map((step) => [step.name, step]));
  const starts = startsOf(draft);
  return new Map(
    loops.map((loop) => {
      const from = [...starts, loop.name];
      const outside = reached(steps, from, (step) => (step === loop ? step.onFailure : targetsOf(step)));
      const all = reached(steps, [...from, ...loop.onSuccess], targetsOf);
      return [loop.name, new Set([...all].filter((name) => !outside.has(name)))] as const;
    }),
  );
});

/** The inverse of `bodies`. */
export function loopHomes(bodies: ReadonlyMap<string, ReadonlySet<string>>): LoopHomes {
  const homes = new Map<string, string>();
  // Bodies are nested or disjoint: the smallest one with a step is the innermost.
  for (const [loop, body] of [...bodies].sort(([, one], [, other]) => other.size - one.size))
    for (const name of body) homes.set(name, loop);
  return homes;
}

/** A part in the order of the formula, with the steps of its body if it is a loop. */
export type Branch = Placed & { body: Branch[] };
type Placed = ReturnType<typeof partsOf>[number];

/** The parts of a draft, with the bodies of loops nested in them. */
export function branchesOf(draft: Draft): Branch[] {
  const homes = loopHomes(loopBodies(draft));
  const parts = partsOf(draft);
  const inside = Map.groupBy(parts, ({ ref }) => ("step" in ref ? homes.get(ref.step) : undefined));
  const grown = (placed: Placed[] = []): Branch[] =>
    placed.map((part) => ({ ...part, body: "step" in part.ref ? grown(inside.get(part.ref.step)) : [] }));
  return grown(inside.get(undefined));
}

/** The steps that end a body without leading back to the loop, so that no further item is processed. */
export function openEnds(draft: Draft, loop: string, body: ReadonlySet<string>): DraftStep[] {
  const inside = draft.steps.filter(({ name }) => body.has(name));
  return inside.some((step) => targetsOf(step).includes(loop)) ? [] : inside.filter(isOpenEnd);
}

/** A retry ends the run: no step follows it. */
export const isOpenEnd = (step: DraftStep): boolean =>
  portWithRole(step.type, "next") !== undefined && step[nextPortOf(step)].length === 0;

const targetsOf = ({ onSuccess, onFailure }: Pick<DraftStep, "onSuccess" | "onFailure">) => [
  ...onSuccess,
  ...onFailure,
];

/** The steps at which runs start, and those at which they would start if an arrow led there. */
function startsOf({ triggers, steps }: Draft): string[] {
  const led = new Set([...triggers, ...steps].flatMap(targetsOf));
  return [...triggers.flatMap(targetsOf), ...steps.flatMap(({ name }) => (led.has(name) ? [] : [name]))];
}

function reached(
  steps: ReadonlyMap<string, DraftStep>,
  from: readonly string[],
  next: (step: DraftStep) => readonly string[],
): Set<string> {
  const found = new Set<string>();
  const open = [...from];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const step = steps.get(name);
    if (!step || found.has(name)) continue;
    found.add(name);
    open.push(...next(step));
  }
  return found;
}
