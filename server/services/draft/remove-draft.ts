import type { Context } from "#server/context.ts";
import type { Db } from "#server/store/database/prisma.ts";
import type { DraftTable } from "#server/store/draft/drafts.ts";
import * as drafts from "#server/store/draft/drafts.ts";
import { draftChanged } from "./write-draft.ts";

/** A draft to delete. Screens name the version that they know; without one, any version is deleted. */
export type RemovedDraft = { draftId: number; draftVersion?: number | undefined };

/** Deletes a draft of the caller, and does nothing if there is none. Refuses conflict for another version. */
export async function removeDraft(
  ctx: Context,
  db: Db,
  table: DraftTable,
  { draftId: id, draftVersion: version }: RemovedDraft,
): Promise<void> {
  const { count } = await drafts.remove(db, table, ctx.caller, { id, version });
  if (count === 0 && (await drafts.find(db, table, ctx.caller, id))) throw draftChanged();
}
