import type { Context } from "#server/context.ts";
import * as revisions from "#server/store/element/element-revisions.ts";
import { FIRST_PAGE, revisionPage } from "../draft/revision-page.ts";
import { requireOwn } from "../element/change-element.ts";
import { findElement } from "../element/find-element.ts";

/**
 * The published revisions of an element, newest first, fifty at a time before the revision `before`, for those who may
 * change it: refuses as a change does.
 */
export async function listRevisions(
  ctx: Context,
  { keyOrId, before = FIRST_PAGE }: { keyOrId: string | number; before?: number | undefined },
) {
  const found = await findElement(ctx, keyOrId);
  requireOwn(ctx, found);
  return revisionPage(found.version, (size) =>
    revisions.list(ctx.db.prisma, { organizationId: found.organizationId, elementId: found.id, before, size }),
  );
}
