import { TRIGGER_TYPES } from "#server/formula/triggers/registry.ts";
import type { ReadScript } from "#server/script/script.ts";
import type { Draft, DraftTrigger } from "../model/draft.ts";
import { stepsBefore } from "../model/graph.ts";
import { whereUsed } from "../model/where-used.ts";
import type { Fixtures } from "./one-step.ts";

/** Input for a test if nothing is known about the trigger's data. */
export const sampleOf = (type: DraftTrigger["type"]): unknown => TRIGGER_TYPES[type].sample();

/** The input for a manual start that repeats the run of this recorded trigger. */
export const payloadOf = (type: DraftTrigger["type"], recorded: Record<string, unknown>): unknown =>
  TRIGGER_TYPES[type].asManual(recorded);

/** The outputs of the steps that a step refers to, from a run; none for steps that did not run. */
export function fixturesOf(
  draft: Draft,
  name: string,
  outputs: Readonly<Record<string, unknown>>,
  readScript: ReadScript,
): Fixtures {
  const spokenOf = [...stepsBefore(draft, name)].filter(
    (other) =>
      other !== name && whereUsed(draft, "steps", other, readScript).some((ref) => "step" in ref && ref.step === name),
  );
  return Object.fromEntries(
    spokenOf.map((other) => [other, Object.hasOwn(outputs, other) ? (outputs[other] ?? {}) : {}]),
  );
}
