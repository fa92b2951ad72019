import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as revisions from "#server/store/element/element-revisions.ts";
import { requireOwn } from "../element/change-element.ts";
import { findElement, shownDefinition } from "../element/find-element.ts";
import { asEdited } from "./open-element.ts";

/** A published revision of an element of the caller's account; refuses notFound. */
export async function readRevision(
  ctx: Context,
  { keyOrId, revision }: { keyOrId: string | number; revision: number },
) {
  const found = await findElement(ctx, keyOrId);
  requireOwn(ctx, found);
  const { id: elementId, organizationId, key, version: current } = found;
  const definition = await revisions.find(ctx.db.prisma, ctx.vault, { organizationId, elementId, revision });
  if (!definition) throw new Failure("notFound", `Element "${key}" has no revision ${revision}.`);
  return { elementId, key, revision, current, element: asEdited(shownDefinition(ctx, definition)) };
}
