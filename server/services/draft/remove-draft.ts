import type { Context } from "#server/context.ts";
import type { Db } from "#server/store/database/prisma.ts";
import type { DraftTable } from "#server/store/draft/drafts.ts";
import * as drafts from "#server/store/draft/drafts.ts";
import { draftChanged } from "./write-draft.ts";

/** A draft to delete. Screens name the version that they know; without one, any version is deleted. */
export type RemovedDraft = { draftId: number; draftVersion?: number | undefined };

/** Deletes a draft of the caller, and does nothing if there is none. Refuses conflict for another version. */
export async function removeDraft(ctx: Context, db: Db, table: DraftTable, removed: RemovedDraft): Promise<void> {
  const isRemoved = await remove(ctx, db, table, removed);
  if (!isRemoved && (await drafts.find({ db, vault: ctx.vault, table }, ctx.caller, removed.draftId)))
    throw draftChanged();
}

/**
 * Deletes the draft of the caller that is published. Refuses conflict for another version, and if there is none: another
 * window has published it, or discarded it.
 */
export async function removePublished(ctx: Context, db: Db, table: DraftTable, removed: RemovedDraft): Promise<void> {
  if (!(await remove(ctx, db, table, removed))) throw draftChanged();
}

/** Refuses like `removePublished`, before anything else is refused that would follow from it. */
export async function requireDraft(
  { caller, vault }: Context,
  db: Db,
  table: DraftTable,
  { draftId, draftVersion }: RemovedDraft,
): Promise<void> {
  const draft = await drafts.find({ db, vault, table }, caller, draftId);
  if (!draft || (draftVersion ?? draft.version) !== draft.version) throw draftChanged();
}

async function remove(
  { caller }: Context,
  db: Db,
  table: DraftTable,
  { draftId: id, draftVersion: version }: RemovedDraft,
): Promise<boolean> {
  const { count } = await drafts.remove(db, table, caller, { id, version });
  return count > 0;
}
