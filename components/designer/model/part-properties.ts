import { STEP_TYPES } from "#server/formula/steps/registry.ts";
import { TRIGGER_TYPES } from "#server/formula/triggers/registry.ts";
import type { DraftStep, DraftTrigger, PartRef } from "./draft.ts";

/** The definition of the type of a part. */
export const definitionOf = (ref: PartRef, part: DraftStep | DraftTrigger) =>
  "trigger" in ref ? TRIGGER_TYPES[(part as DraftTrigger).type] : STEP_TYPES[(part as DraftStep).type];

/** The schema of each property of a part, by the type of the part. */
export const propertiesOf = (ref: PartRef, part: DraftStep | DraftTrigger) => definitionOf(ref, part).properties.shape;
