import type { LucideIcon } from "lucide-react";
import type { Definition } from "#server/formula/definition.ts";
import { findStepType } from "#server/formula/find-definition.ts";
import type { Purpose } from "#server/formula/step-type.ts";
import { STEP_TYPES } from "#server/formula/steps/registry.ts";
import { TRIGGER_TYPES, type TriggerTypeName } from "#server/formula/triggers/registry.ts";
import { typesOf } from "#server/registry.ts";
import { COLORS, ICONS } from "../../ui/look.ts";
import type { DraftStep, DraftTrigger, PartRef, StepTypeName } from "./draft.ts";

export type Look = { Icon: LucideIcon; color: string };

const PURPOSES: readonly Purpose[] = ["call", "decide", "code", "formulas"];

/** The types that this engine supports, by purpose, in the order of the registry. */
export function stepTypesByPurpose(engine: unknown): [Purpose, StepTypeName[]][] {
  const types = typesOf(STEP_TYPES).filter((type) => engine === undefined || findStepType(type)?.refusedBy !== engine);
  return PURPOSES.flatMap((purpose): [Purpose, StepTypeName[]][] => {
    const own = types.filter((type) => STEP_TYPES[type].purpose === purpose);
    return own.length > 0 ? [[purpose, own]] : [];
  });
}

const lookAs = ({ icon, color }: Pick<Definition, "icon" | "color">): Look => ({
  Icon: ICONS[icon],
  color: COLORS[color].text,
});

export const stepLook = (type: StepTypeName): Look => lookAs(STEP_TYPES[type]);

export const triggerLook = (type: TriggerTypeName): Look => lookAs(TRIGGER_TYPES[type]);

export const lookOf = (ref: PartRef, { type }: DraftStep | DraftTrigger): Look =>
  "trigger" in ref ? triggerLook(type as TriggerTypeName) : stepLook(type as StepTypeName);
