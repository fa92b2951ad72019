import type { Context } from "#server/context.ts";
import type { PreparedElement } from "#server/element/definition/prepared.ts";
import { elementSchema } from "#server/element/shape.ts";
import type { ElementRecord } from "#server/store/element/elements.ts";
import { mayChange } from "../account/require-role.ts";
import { readDraft, readDraftOf } from "../draft/read-draft.ts";
import { findShownElement, isOwn, shownDefinition } from "../element/find-element.ts";
import { wholeOf } from "../element/present-element.ts";

/**
 * An element as the builder edits it: the published state, and the caller's changes since. Refuses notFound. Elements
 * that the caller may use but not change are opened as well, without the secrets that they share.
 */
export async function openElement(ctx: Context, keyOrId: string | number) {
  const element = await findShownElement(ctx, keyOrId);
  const draft = await readDraftOf(ctx, "elementDraft", element.id);
  return { ...opened(ctx, element), draft: draft && presentDraft(ctx, draft) };
}

/** A draft of the caller, with its element; refuses notFound. */
export const openDraft = async (ctx: Context, draftId: number) =>
  presentDraft(ctx, await readDraft(ctx, "elementDraft", draftId));

export const opened = (ctx: Context, record: ElementRecord) => ({
  elementId: record.id,
  key: record.key,
  revision: record.version,
  mayChange: mayChange(ctx) && isOwn(ctx.caller, record),
  element: asEdited(wholeOf(record)),
});

/** Parts keep their ids: a part that is renamed stays the same part. */
export const asEdited = ({ partCount: _, ...element }: PreparedElement) => element;

const presentDraft = (ctx: Context, { publishedId, definition, ...draft }: Awaited<ReturnType<typeof readDraft>>) => ({
  ...draft,
  elementId: publishedId,
  element: mayChange(ctx) ? definition : shownToViewer(ctx, definition),
});

/** The draft of a user who has become a viewer stays readable, without secrets: those of half an entry are unknown. */
function shownToViewer(ctx: Context, definition: Record<string, unknown>): Record<string, unknown> {
  const { success, data } = elementSchema.safeParse(definition);
  return { ...definition, configuration: success ? shownDefinition(ctx, data).configuration : [] };
}
