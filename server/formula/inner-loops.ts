import { stepTypeOf } from "./steps/registry.ts";
import type { PlannedStep } from "./walk-state.ts";

type Steps = ReadonlyMap<string, Pick<PlannedStep, "type" | "onSuccess" | "onFailure">>;

/**
 * The loops inside each loop: those that are reached only through it. Each item of the outer loop restarts them, also if
 * the previous item left them early (spec §2.5).
 */
export function innerLoops(steps: Steps, first: readonly string[]): Map<string, string[]> {
  const loops = [...steps].flatMap(([name, step]) => (stepTypeOf(step).memoryFrom ? [name] : []));
  if (loops.length < 2) return new Map();
  return new Map(
    loops.flatMap((loop) => {
      const reached = reachedWithout(loop, steps, first);
      const inner = loops.filter((name) => name !== loop && !reached.has(name));
      return inner.length > 0 ? [[loop, inner]] : [];
    }),
  );
}

function reachedWithout(left: string, steps: Steps, first: readonly string[]): Set<string> {
  const reached = new Set<string>();
  const agenda = [...first];
  for (let name = agenda.pop(); name !== undefined; name = agenda.pop()) {
    const step = steps.get(name);
    if (!step || name === left || reached.has(name)) continue;
    reached.add(name);
    agenda.push(...step.onSuccess, ...step.onFailure);
  }
  return reached;
}
