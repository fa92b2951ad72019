import type { Context } from "#server/context.ts";
import { type VersionStep, versionStep } from "#server/element/changes/element-changes.ts";
import * as revisions from "#server/store/element/element-revisions.ts";
import { requireOwn } from "../element/change-element.ts";
import { findElement } from "../element/find-element.ts";
import { listRevisions } from "./list-revisions.ts";

/**
 * For each revision on a page of `listRevisions`, which number of a semantic version it would raise compared with the one
 * before, newest first. Revisions without a recorded one before are not included. Refuses what `listRevisions` refuses.
 */
export async function readRevisionSteps(
  ctx: Context,
  { keyOrId, before }: { keyOrId: string | number; before?: number | undefined },
) {
  const found = await findElement(ctx, keyOrId);
  requireOwn(ctx, found);
  const of = { organizationId: found.organizationId, elementId: found.id };
  const find = (revision: number) => revisions.find(ctx.db.prisma, ctx.vault, { ...of, revision });
  const { revisions: listed } = await listRevisions(ctx, { keyOrId, before });
  const steps: { revision: number; step: VersionStep }[] = [];
  let next: { revision: number; definition: Awaited<ReturnType<typeof find>> } | undefined;
  // One after the other: definitions can be large.
  for (const { revision } of listed) {
    if (revision === 1) break;
    const after = next?.revision === revision ? next.definition : await find(revision);
    next = { revision: revision - 1, definition: await find(revision - 1) };
    if (after && next.definition) steps.push({ revision, step: versionStep({ before: next.definition, after }) });
  }
  return steps;
}
