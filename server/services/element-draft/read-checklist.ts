import type { Context } from "#server/context.ts";
import { type ChecklistFinding, checklistOf } from "#server/element/checklist/checklist.ts";
import type { Element } from "#server/element/shape.ts";
import { requireDesigner } from "../account/require-role.ts";

/** Where a definition differs from the conventions, and what mends it; nothing is saved. */
export async function readChecklist(ctx: Context, element: Element): Promise<ChecklistFinding[]> {
  requireDesigner(ctx);
  return checklistOf(element);
}
