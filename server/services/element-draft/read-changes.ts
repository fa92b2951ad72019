import type { Context } from "#server/context.ts";
import type { Element } from "#server/element/shape.ts";
import { compareDraft } from "./compare-draft.ts";

/** What a definition would change of an element, and whether that breaks something; nothing is saved. */
export async function readChanges(ctx: Context, keyOrId: string | number, element: Element) {
  const { changes } = await compareDraft(ctx, keyOrId, element);
  return changes.map(({ rule, isBreaking, path, message }) => ({ rule, isBreaking, path, message }));
}
