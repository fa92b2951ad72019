import { STEP_TYPES } from "#server/formula/steps/registry.ts";
import { script } from "#server/formula/steps/script.ts";
import type { Draft, DraftStep } from "../model/draft.ts";
import { reachableSteps } from "../model/graph.ts";

/** The reachable steps of a draft that change something outside, as far as their properties say. */
export function outsideSteps(draft: Draft): DraftStep[] {
  const reached = reachableSteps(draft);
  return draft.steps.filter(({ name, type, properties }) => reached.has(name) && changesOutside(type, properties));
}

/** Methods that are references are known only when the step runs: such a step may change something. */
function changesOutside(type: DraftStep["type"], properties: DraftStep["properties"]): boolean {
  const { method } = properties;
  const known = typeof method === "string" ? { ...properties, method: method.trim().toUpperCase() } : properties;
  // Each type reads only its own properties, and of unfinished ones only the method.
  const decide = STEP_TYPES[type].changesOutside as (properties: DraftStep["properties"]) => boolean;
  return decide(known);
}

/** The draft in which scripts that only return these outputs replace the steps of their names. */
export const withSampleOutputs = (draft: Draft, outputs: ReadonlyMap<string, unknown>): Draft => ({
  ...draft,
  steps: draft.steps.map((step) =>
    outputs.has(step.name)
      ? { ...step, type: script.type, properties: { body: `done(${asCode(outputs.get(step.name))});` } }
      : step,
  ),
});

/** JSON is valid JavaScript, except for a key that would set the prototype. */
export const asCode = (value: unknown) => `JSON.parse(${JSON.stringify(JSON.stringify(value ?? {}))})`;
