import type { Context } from "#server/context.ts";
import { publishElement } from "./publish-element.ts";
import { readRevision } from "./read-revision.ts";

/**
 * Publishes an earlier revision again as the next one, so that the history is complete. Refuses what `publishElement`
 * refuses.
 */
export async function restoreRevision(
  ctx: Context,
  { keyOrId, revision, basedOn }: { keyOrId: string | number; revision: number; basedOn: number },
) {
  const { elementId, element } = await readRevision(ctx, { keyOrId, revision });
  const message = `Restored revision ${revision}`;
  return publishElement(ctx, { keyOrId: elementId, element, basedOn, message, restoredFrom: revision });
}
