import type { Context } from "#server/context.ts";
import { prepareElement } from "#server/element/definition/prepare.ts";
import type { Element } from "#server/element/shape.ts";
import { Failure } from "#server/errors.ts";
import * as restoredDrafts from "#server/store/draft/restored-drafts.ts";
import * as revisions from "#server/store/element/element-revisions.ts";
import { type RemovedDraft, removePublished } from "../draft/remove-draft.ts";
import { changeElement } from "../element/change-element.ts";
import { opened } from "./open-element.ts";

/** The draft that is named is that of this definition, and is deleted. */
export type Publication = Partial<RemovedDraft> & {
  element: Element;
  /** The version of the element that the draft is based on. */
  basedOn: number;
  message?: string | undefined;
  /** The earlier revision that it is; that of a draft is known. */
  restoredFrom?: number;
};

/**
 * Publishes an element as its next version if it is still at `basedOn`. Refuses (conflict) if it has been changed since,
 * and what `changeElement` and `removePublished` refuse.
 */
export async function publishElement(
  ctx: Context,
  {
    keyOrId,
    element,
    basedOn,
    message,
    draftId,
    draftVersion,
    restoredFrom,
  }: { keyOrId: string | number } & Publication,
) {
  const published = await changeElement(
    ctx,
    keyOrId,
    async ({ id, version, organizationId, definition: before }, tx) => {
      if (version !== basedOn)
        throw new Failure("conflict", "Someone changed this element after you opened it.", {
          reason: "publishedMeanwhile",
        });
      const revision =
        restoredFrom ??
        (draftId === undefined ? null : await restoredDrafts.revisionOf(tx, ctx.caller, { id: draftId }));
      const restored =
        revision === null ? null : await revisions.find(tx, ctx.vault, { organizationId, elementId: id, revision });
      if (draftId !== undefined) await removePublished(ctx, tx, "elementDraft", { draftId, draftVersion });
      return {
        definition: prepareElement(element, { elementId: id, before }),
        change: { entity: "element", entityId: id, action: "updated" },
        revision: { message },
        restored,
      };
    },
  );
  return opened(ctx, published);
}
