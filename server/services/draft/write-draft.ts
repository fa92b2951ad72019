import type { Context } from "#server/context.ts";
import { cutText } from "#server/cut-text.ts";
import { Failure } from "#server/errors.ts";
import type { DraftTable } from "#server/store/draft/drafts.ts";
import * as drafts from "#server/store/draft/drafts.ts";

export type DraftState = {
  /** The revision that the draft is based on. */
  basedOn: number | null;
  /** The draft as this browser tab knows it; null before it is first saved. */
  draft: { id: number; version: number } | null;
};

type Work = DraftState & { publishedId: number | null; definition: Record<string, unknown> };

const LONGEST_NAME = 200;

/**
 * Saves a draft of the caller, whose permission was checked before. Refuses conflict if the caller has since saved
 * another version in another tab, and badRequest for a character that the database cannot store.
 */
export async function writeDraft(ctx: Context, table: DraftTable, { publishedId, basedOn, draft, definition }: Work) {
  if (hasNull(definition)) throw new Failure("badRequest", "A draft cannot contain the character U+0000. Remove it.");
  const name = typeof definition.name === "string" ? cutText(definition.name, LONGEST_NAME) : "";
  const work = { basedOn, name, definition, updatedAt: ctx.now() };
  const store = { db: ctx.db.prisma, vault: ctx.vault, table };
  const kept = draft
    ? await drafts.update(store, ctx.caller, draft, work)
    : await drafts.insert(store, ctx.caller, { ...work, publishedId });
  if (!kept) throw draftChanged();
  return { id: kept.id, version: kept.version, savedDate: kept.updatedAt.toISOString() };
}

export const draftChanged = (): Failure =>
  new Failure("conflict", "This draft was changed in another window.", { reason: "draftChanged" });

/** Scripts may contain the escape sequence (`\u0000` in a pattern): then its backslash is escaped as well. */
const hasNull = (definition: object): boolean => /(?<!\\)(?:\\\\)*\\u0000/.test(JSON.stringify(definition));
