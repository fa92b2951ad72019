import type { Context } from "#server/context.ts";
import { type ElementChange, elementChanges } from "#server/element/changes/element-changes.ts";
import { prepareElement } from "#server/element/definition/prepare.ts";
import type { PreparedElement } from "#server/element/definition/prepared.ts";
import type { Element } from "#server/element/shape.ts";
import type { ElementRecord } from "#server/store/element/elements.ts";
import { requireDesigner } from "../account/require-role.ts";
import { requireOwn } from "../element/change-element.ts";
import { findElement } from "../element/find-element.ts";

/** The published element, the normalized definition that would replace it, and the differences. */
export type Comparison = { current: ElementRecord; next: PreparedElement; changes: ElementChange[] };

/** Compares a definition with the published element; refuses like a change of the element. */
export async function compareDraft(
  ctx: Context,
  { keyOrId, element }: { keyOrId: string | number; element: Element },
): Promise<Comparison> {
  requireDesigner(ctx);
  const current = await findElement(ctx, keyOrId);
  requireOwn(ctx, current);
  const next = prepareElement(element, { elementId: current.id, before: current.definition });
  return { current, next, changes: elementChanges(current.definition, next) };
}
