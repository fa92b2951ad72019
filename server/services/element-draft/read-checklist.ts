import type { Context } from "#server/context.ts";
import { type ChecklistFinding, checklistOf } from "#server/element/checklist/checklist.ts";
import type { Element } from "#server/element/shape.ts";
import { requireDesigner } from "../account/require-role.ts";

/** The violations of conventions by a definition, with fixes; nothing is saved. */
export async function readChecklist(ctx: Context, element: Element): Promise<ChecklistFinding[]> {
  requireDesigner(ctx);
  return checklistOf(element);
}
