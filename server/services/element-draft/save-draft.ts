import type { Context } from "#server/context.ts";
import { requireDesigner } from "../account/require-role.ts";
import { type DraftState, writeDraft } from "../draft/write-draft.ts";
import { requireOwn } from "../element/change-element.ts";
import { findElement } from "../element/find-element.ts";

type Work = DraftState & { elementId: number | null; element: Record<string, unknown> };

/**
 * Saves a draft without changing the published element. Refuses what `writeDraft` refuses, and callers who may not
 * change the element (forbidden, or notFound for the catalog).
 */
export async function saveDraft(ctx: Context, { elementId, element, ...state }: Work) {
  requireDesigner(ctx);
  if (elementId !== null) requireOwn(ctx, await findElement(ctx, elementId));
  return writeDraft(ctx, "elementDraft", { ...state, publishedId: elementId, definition: element });
}
