import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import type { DraftRecord, DraftTable } from "#server/store/draft/drafts.ts";
import * as drafts from "#server/store/draft/drafts.ts";

/** A draft of the caller; refuses notFound. */
export async function readDraft(ctx: Context, table: DraftTable, draftId: number) {
  const draft = await drafts.find({ db: ctx.db.prisma, vault: ctx.vault, table }, ctx.caller, draftId);
  if (!draft) throw new Failure("notFound", `There is no draft ${draftId}.`);
  return presentDraft(draft);
}

/** The caller's draft of something that is published; null without one. */
export async function readDraftOf(ctx: Context, table: DraftTable, publishedId: number) {
  const draft = await drafts.findOf({ db: ctx.db.prisma, vault: ctx.vault, table }, ctx.caller, publishedId);
  return draft && presentDraft(draft);
}

const presentDraft = ({ id, publishedId, basedOn, version, definition, updatedAt }: DraftRecord) => ({
  id,
  publishedId,
  basedOn,
  version,
  definition,
  savedDate: updatedAt.toISOString(),
});
