import type { Context } from "#server/context.ts";
import { prepareElement } from "#server/element/definition/prepare.ts";
import type { Element } from "#server/element/shape.ts";
import { requireDesigner } from "../account/require-role.ts";
import { requireOwn } from "../element/change-element.ts";
import { checkElement } from "../element/check-element.ts";
import { findElement } from "../element/find-element.ts";
import type { AuthorizedElement } from "../instance/oauth-url.ts";

export type Drafted = {
  /** Null for an element that does not exist yet. */
  elementId: number | null;
  element: Element;
};

/** Of an element without an id. */
const NO_ID = 0;

/**
 * An unpublished definition in the place of its element. Refuses: what a change of the element refuses, and definitions
 * that cannot be saved.
 */
export async function draftedElement(ctx: Context, { elementId, element }: Drafted): Promise<AuthorizedElement> {
  requireDesigner(ctx);
  const current = elementId === null ? undefined : await findElement(ctx, elementId);
  if (current) requireOwn(ctx, current);
  const id = current?.id ?? NO_ID;
  const definition = checkElement(prepareElement(element, { elementId: id, before: current?.definition }));
  const { organizationId } = ctx.caller;
  return { id, key: definition.key, name: definition.name, organizationId, definition, extension: null };
}
