import { script } from "#server/formula/steps/script.ts";
import type { Draft, DraftStep } from "../model/draft.ts";
import { asCode } from "./sample-outputs.ts";

/** Substitutes for the outputs of earlier steps, by step name. */
export type Fixtures = Record<string, unknown>;

/**
 * A formula that runs one step alone: scripts that only return a value replace the steps that it reads from, and it has
 * no successors. No other step is executed.
 */
export function onlyStep(draft: Draft, name: string, fixtures: Fixtures): Draft {
  const step = draft.steps.find((one) => one.name === name);
  if (!step) return draft;
  const stands = Object.entries(fixtures).filter(([other]) => other !== name);
  const names = [...stands.map(([other]) => other), name];
  const stand = ([other, value]: [string, unknown], index: number): DraftStep => ({
    name: other,
    type: script.type,
    properties: { body: `done(${asCode(value)});` },
    onSuccess: names.slice(index + 1, index + 2),
    onFailure: [],
  });
  return {
    ...draft,
    triggers: draft.triggers.map((trigger) => ({ ...trigger, onSuccess: names.slice(0, 1), onFailure: [] })),
    steps: [...stands.map(stand), { ...step, onSuccess: [], onFailure: [] }],
  };
}
