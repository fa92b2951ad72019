import type { Context } from "#server/context.ts";
import type { Element } from "#server/element/shape.ts";
import { compareDraft } from "./compare-draft.ts";

/** The changes of an element by a definition, and whether they break something; nothing is saved. */
export async function readChanges(ctx: Context, { keyOrId, element }: { keyOrId: string | number; element: Element }) {
  const { changes } = await compareDraft(ctx, { keyOrId, element });
  return changes.map(({ rule, isBreaking, path, message }) => ({ rule, isBreaking, path, message }));
}
