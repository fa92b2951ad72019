import type { Context } from "#server/context.ts";
import * as proofs from "#server/store/element/element-proofs.ts";
import * as revisions from "#server/store/element/element-revisions.ts";
import { requireOwn } from "../element/change-element.ts";
import { definitionHash } from "../element/definition-hash.ts";
import { findElement } from "../element/find-element.ts";
import { presentProofs } from "./prove.ts";

/**
 * The latest proofs of a revision, by default of the published definition; null if it was never proven. For those who
 * may change the element.
 */
export async function readProofs(
  ctx: Context,
  { keyOrId, revision }: { keyOrId: string | number; revision?: number | undefined },
) {
  const found = await findElement(ctx, keyOrId);
  requireOwn(ctx, found);
  const { id: elementId, organizationId, version } = found;
  const definition =
    revision === undefined || revision === version
      ? found.definition
      : await revisions.find(ctx.db.prisma, ctx.vault, { organizationId, elementId, revision });
  if (!definition) return null;
  const proven = await proofs.find(ctx.db.prisma, {
    organizationId,
    elementId,
    definitionHash: definitionHash(definition),
  });
  return proven && presentProofs(proven);
}
