import type { Context } from "#server/context.ts";
import * as elementKeys from "#server/store/element/element-keys.ts";
import { listOwnDrafts } from "../draft/list-own-drafts.ts";

/** The caller's drafts, newest first; the draft of a new element has neither `elementId` nor `elementKey`. */
export async function listDrafts(ctx: Context) {
  const drafts = await listOwnDrafts(ctx, "elementDraft");
  const ids = drafts.flatMap(({ publishedId }) => publishedId ?? []);
  const keys = await elementKeys.keysById(ctx.db.prisma, ctx.caller, ids);
  return drafts.map(({ publishedId: elementId, ...draft }) => ({
    ...draft,
    elementId,
    elementKey: elementId === null ? null : (keys.get(elementId) ?? null),
  }));
}
