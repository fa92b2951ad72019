import { findStepType } from "#server/formula/find-definition.ts";
import type { Purpose } from "#server/formula/step-type.ts";
import { STEP_TYPES } from "#server/formula/steps/registry.ts";
import type { TriggerTypeName } from "#server/formula/triggers/registry.ts";
import { typesOf } from "#server/registry.ts";
import { type Look, stepLook, triggerLook } from "../../definitions/type-look.ts";
import type { DraftStep, DraftTrigger, PartRef, StepTypeName } from "./draft.ts";

const PURPOSES: readonly Purpose[] = ["call", "decide", "code", "formulas"];

/** The types that this engine supports, by purpose, in the order of the registry. */
export function stepTypesByPurpose(engine: unknown): [Purpose, StepTypeName[]][] {
  const types = typesOf(STEP_TYPES).filter((type) => engine === undefined || findStepType(type)?.refusedBy !== engine);
  return PURPOSES.flatMap((purpose): [Purpose, StepTypeName[]][] => {
    const own = types.filter((type) => STEP_TYPES[type].purpose === purpose);
    return own.length > 0 ? [[purpose, own]] : [];
  });
}

export const lookOf = (ref: PartRef, { type }: DraftStep | DraftTrigger): Look =>
  "trigger" in ref ? triggerLook(type as TriggerTypeName) : stepLook(type as StepTypeName);
