import type { LucideIcon } from "lucide-react";
import type { Definition } from "#server/formula/definition.ts";
import { STEP_TYPES } from "#server/formula/steps/registry.ts";
import { TRIGGER_TYPES, type TriggerTypeName } from "#server/formula/triggers/registry.ts";
import { COLORS, ICONS } from "../ui/look.ts";

export type Look = { Icon: LucideIcon; color: string };

const lookAs = ({ icon, color }: Pick<Definition, "icon" | "color">): Look => ({
  Icon: ICONS[icon],
  color: COLORS[color].text,
});

export const stepLook = (type: keyof typeof STEP_TYPES): Look => lookAs(STEP_TYPES[type]);

export const triggerLook = (type: TriggerTypeName): Look => lookAs(TRIGGER_TYPES[type]);
