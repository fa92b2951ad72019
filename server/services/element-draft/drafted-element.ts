import type { Context } from "#server/context.ts";
import { prepareElement } from "#server/element/definition/prepare.ts";
import type { Element } from "#server/element/shape.ts";
import type { ElementRecord } from "#server/store/element/elements.ts";
import type { TestAccountOwner } from "#server/store/test-account/test-accounts.ts";
import { requireDesigner } from "../account/require-role.ts";
import { readDraft } from "../draft/read-draft.ts";
import { requireOwn } from "../element/change-element.ts";
import { checkElement } from "../element/check-element.ts";
import { findElement } from "../element/find-element.ts";
import type { AuthorizedElement } from "../instance/oauth-url.ts";

/** The owner of an unpublished definition. */
export type DraftOf = {
  /** The id or key of the published element; null for an element that does not exist yet. */
  elementId: number | string | null;
  /** The caller's draft; with it, the element need not be named. */
  draftId?: number | null | undefined;
};

export type Drafted = DraftOf & { element: Element };

type DraftedElement = AuthorizedElement & {
  /** The published element. */
  current: ElementRecord | null;
  /** The owner of its test accounts; null for a definition that was never saved. */
  owner: TestAccountOwner | null;
};

/** The id of an element without one. */
const NO_ID = 0;

/**
 * An unpublished definition in the place of its element. Refuses: notFound for drafts of others, what a change of the
 * element refuses, and definitions that cannot be saved.
 */
export async function draftedElement(ctx: Context, { element, ...of }: Drafted): Promise<DraftedElement> {
  const { current, owner } = await ownerOf(ctx, of);
  const id = current?.id ?? NO_ID;
  const definition = checkElement(prepareElement(element, { elementId: id, before: current?.definition }));
  const { organizationId } = ctx.caller;
  return {
    id,
    key: definition.key,
    name: definition.name,
    organizationId,
    definition,
    extension: null,
    current,
    owner,
  };
}

/** The owner of the caller's test accounts of a definition; refuses what `draftedElement` refuses. */
export async function ownerOf(
  ctx: Context,
  { elementId, draftId = null }: DraftOf,
): Promise<Pick<DraftedElement, "current" | "owner">> {
  requireDesigner(ctx);
  const keyOrId = elementId ?? (draftId === null ? null : (await readDraft(ctx, "elementDraft", draftId)).publishedId);
  if (keyOrId === null) return { current: null, owner: draftId === null ? null : { draftId } };
  const current = await findElement(ctx, keyOrId);
  requireOwn(ctx, current);
  return { current, owner: { elementId: current.id } };
}
