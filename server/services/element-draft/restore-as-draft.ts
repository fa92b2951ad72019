import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as restoredDrafts from "#server/store/draft/restored-drafts.ts";
import { requireDesigner } from "../account/require-role.ts";
import type { DraftState } from "../draft/write-draft.ts";
import { readRevision } from "./read-revision.ts";
import { saveDraft } from "./save-draft.ts";

type Which = {
  keyOrId: string | number;
  revision: number;
  /** The current revision, on which the draft is based. */
  basedOn: number;
  /** The caller's draft to replace; null if there is none. */
  draft: DraftState["draft"];
};

/**
 * Makes an earlier revision the caller's draft; nothing is published. Refuses notFound, what `saveDraft` refuses, and
 * conflict if somebody published meanwhile.
 */
export async function restoreAsDraft(ctx: Context, { keyOrId, revision, basedOn, draft }: Which) {
  requireDesigner(ctx);
  const { elementId, element, current } = await readRevision(ctx, { keyOrId, revision });
  if (current !== basedOn)
    throw new Failure(
      "conflict",
      `Revision ${current} of this element was published meanwhile. Reload the page, then restore again.`,
      { reason: "publishedMeanwhile" },
    );
  const saved = await saveDraft(ctx, { elementId, basedOn, draft, element });
  await restoredDrafts.mark(ctx.db.prisma, ctx.caller, { draftId: saved.id, revision });
  return saved;
}
