import type { Context } from "#server/context.ts";
import { type ElementProblem, elementProblems } from "#server/element/definition/problems.ts";
import { elementSchema } from "#server/element/shape.ts";
import * as restoredDrafts from "#server/store/draft/restored-drafts.ts";
import * as revisions from "#server/store/element/element-revisions.ts";
import type { ElementRecord } from "#server/store/element/elements.ts";
import * as elements from "#server/store/element/elements.ts";
import { requireDesigner } from "../account/require-role.ts";
import { requireOwn } from "../element/change-element.ts";
import { findElement } from "../element/find-element.ts";
import { formulaProblems } from "../element/require-known-formulas.ts";

/** Every problem of a definition that is published as a new element, or in place of the element it is of. */
export async function readProblems(
  ctx: Context,
  { elementId, element }: { elementId: number | null; element: Record<string, unknown> },
): Promise<ElementProblem[]> {
  requireDesigner(ctx);
  const current = elementId === null ? undefined : await findElement(ctx, elementId);
  if (current) requireOwn(ctx, current);
  const problems = elementProblems(element, current, current && (await restoredBy(ctx, current)));
  const { data: parsed } = elementSchema.safeParse(element);
  if (parsed) problems.push(...(await formulaProblems(ctx, parsed.resources)));
  const { key } = element;
  if (typeof key !== "string" || key === "") return problems;
  const taken = await elements.findOwn(ctx.db.prisma, ctx.vault, current ?? ctx.caller, key);
  if (!taken || taken.id === current?.id) return problems;
  return [...problems, keyTaken(key)];
}

const keyTaken = (key: string): ElementProblem => ({
  severity: "error",
  path: ["key"],
  message: `key: this account has an element "${key.slice(0, 100)}" already.`,
});

/** The earlier revision that the caller's draft of an element was made from. */
async function restoredBy({ db, vault, caller }: Context, { id: elementId, organizationId }: ElementRecord) {
  const revision = await restoredDrafts.revisionOf(db.prisma, caller, { publishedId: elementId });
  return revision === null ? null : revisions.find(db.prisma, vault, { organizationId, elementId, revision });
}
