import { TRIGGER_TYPES } from "#server/formula/triggers/registry.ts";
import type { Draft, DraftTrigger } from "./draft.ts";
import { stepsBefore } from "./graph.ts";
import type { Fixtures } from "./one-step.ts";
import { whereUsed } from "./where-used.ts";

/** What a formula can be tried with before anything is known of what will start it. */
export const sampleOf = (type: DraftTrigger["type"]): unknown => TRIGGER_TYPES[type].sample();

/** What a formula is started with by hand, so that it begins as in the run whose recorded trigger this is. */
export const payloadOf = (type: DraftTrigger["type"], recorded: Record<string, unknown>): unknown =>
  TRIGGER_TYPES[type].asManual(recorded);

/** What the steps before handed on in a run, of those that a step speaks of; nothing where they did not run. */
export function fixturesOf(draft: Draft, name: string, handedOn: Readonly<Record<string, unknown>>): Fixtures {
  const spokenOf = [...stepsBefore(draft, name)].filter(
    (other) => other !== name && whereUsed(draft, "steps", other).some((ref) => "step" in ref && ref.step === name),
  );
  return Object.fromEntries(
    spokenOf.map((other) => [other, Object.hasOwn(handedOn, other) ? (handedOn[other] ?? {}) : {}]),
  );
}
