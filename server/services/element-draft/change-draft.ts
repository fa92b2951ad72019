import type { Context } from "#server/context.ts";
import { requireDesigner } from "../account/require-role.ts";
import { openDraft } from "./open-element.ts";
import { saveDraft } from "./save-draft.ts";

type Change = {
  /** The version of the draft that was changed. */
  version: number;
  /** Undefined to keep it. */
  basedOn?: number | null | undefined;
  element: Record<string, unknown>;
};

/** Saves the next version of a draft; refuses notFound, and what `saveDraft` refuses. */
export async function changeDraft(
  ctx: Context,
  { draftId, version, element, ...change }: { draftId: number } & Change,
) {
  requireDesigner(ctx);
  const { elementId, basedOn } = await openDraft(ctx, draftId);
  await saveDraft(ctx, { elementId, basedOn, ...change, draft: { id: draftId, version }, element });
  return openDraft(ctx, draftId);
}
