import { findStepType } from "#server/formula/find-definition.ts";
import { COLORS } from "../ui/look.ts";

/** The color of a step as a background, as the designer paints it; `trigger` is what began a run. */
export function stepColor(type: string): string {
  const color = type === "trigger" ? "step-trigger" : findStepType(type)?.color;
  return color ? COLORS[color].background : "bg-edge";
}
