import type { Context } from "#server/context.ts";
import * as revisions from "#server/store/element/element-revisions.ts";
import { FIRST_PAGE, revisionPage } from "../draft/revision-page.ts";
import { requireOwn } from "../element/change-element.ts";
import { findElement } from "../element/find-element.ts";

/**
 * The published revisions of an element, newest first, `size` at a time before the revision `before`, for those who may
 * change it: refuses as a change does.
 */
export async function listRevisions(
  ctx: Context,
  { keyOrId, before = FIRST_PAGE, size }: { keyOrId: string | number; before?: number | undefined; size?: number },
) {
  const found = await findElement(ctx, keyOrId);
  requireOwn(ctx, found);
  const key = { organizationId: found.organizationId, elementId: found.id };
  const [page, total] = await Promise.all([
    revisionPage(found.version, (limit) => revisions.list(ctx.db.prisma, { ...key, before, size: limit }), size),
    revisions.count(ctx.db.prisma, key),
  ]);
  return { ...page, total };
}
