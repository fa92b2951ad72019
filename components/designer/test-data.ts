import type { Draft, DraftTrigger } from "./draft.ts";
import { stepsBefore } from "./graph.ts";
import { type Fixtures, fromPaths } from "./one-step.ts";
import { whereUsed } from "./where-used.ts";

/** What a formula is started with by hand, so that it begins as in the run whose recorded trigger this is. */
export function payloadOf(type: DraftTrigger["type"], recorded: Record<string, unknown>): unknown {
  if (type === "manual") return recorded.args ?? {};
  if (type !== "event" || recorded.event === undefined) return recorded;
  return { message: { instance_id: recorded.instanceId, events: [recorded.event] } };
}

/** What the steps before handed on in a run, of those that a step speaks of; nothing where they did not run. */
export function fixturesOf(draft: Draft, name: string, samples: ReadonlyMap<string, unknown>): Fixtures {
  const spokenOf = [...stepsBefore(draft, name)].filter(
    (other) => other !== name && whereUsed(draft, "steps", other).some((ref) => "step" in ref && ref.step === name),
  );
  const recorded = (other: string) =>
    [...samples].flatMap(([path, value]) => {
      const prefix = `steps.${other}.`;
      return path.startsWith(prefix) ? [[path.slice(prefix.length), structuredClone(value)] as const] : [];
    });
  return Object.fromEntries(spokenOf.map((other) => [other, fromPaths(recorded(other))]));
}
