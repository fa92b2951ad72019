import type { Context } from "#server/context.ts";
import { elementChanges, versionStep } from "#server/element/changes/element-changes.ts";
import { Failure } from "#server/errors.ts";
import * as revisions from "#server/store/element/element-revisions.ts";
import { requireOwn } from "../element/change-element.ts";
import { findElement } from "../element/find-element.ts";

/**
 * The changes between two revisions of an element, and the number of a semantic version that they would raise. For
 * users who may change the element; refuses notFound.
 */
export async function compareRevisions(
  ctx: Context,
  { keyOrId, from, to }: { keyOrId: string | number; from: number; to: number },
) {
  const found = await findElement(ctx, keyOrId);
  requireOwn(ctx, found);
  const read = async (number: number) => {
    const of = { organizationId: found.organizationId, elementId: found.id, revision: number };
    const definition = await revisions.find(ctx.db.prisma, ctx.vault, of);
    if (!definition) throw new Failure("notFound", `Element "${found.key}" has no revision ${number}.`);
    return definition;
  };
  const [before, after] = await Promise.all([read(from), read(to)]);
  const changes = elementChanges(before, after).map(({ rule, isBreaking, path, message }) => ({
    ...{ rule, isBreaking, path, message },
  }));
  return { from, to, step: versionStep({ before, after }), changes };
}
