import type { Context } from "#server/context.ts";
import { listOwnDrafts } from "../draft/list-own-drafts.ts";

/** The caller's drafts, newest first; the draft of a new formula has no `formulaId`. */
export async function listDrafts(ctx: Context) {
  const drafts = await listOwnDrafts(ctx, "formulaDraft");
  return drafts.map(({ publishedId: formulaId, ...draft }) => ({ ...draft, formulaId }));
}
