import { findStepType } from "#server/formula/find-definition.ts";
import { COLORS } from "../ui/look.ts";

/** The background color of a step in the designer; `trigger` is the trigger of a run. */
export function stepColor(type: string): string {
  const color = type === "trigger" ? "step-trigger" : findStepType(type)?.color;
  return color ? COLORS[color].background : "bg-edge";
}
