import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as drafts from "#server/store/formula/formula-drafts.ts";
import { requireDesigner } from "../account/require-role.ts";
import { requireOwnAccount } from "./change-formula.ts";
import { findFormula } from "./find-formula.ts";

type Work = {
  formulaId: number | null;
  /** The revision that the work began from. */
  basedOn: number | null;
  /** The draft as this browser tab knows it; null before it is first saved. */
  draft: { id: number; version: number } | null;
  formula: Record<string, unknown>;
};

/**
 * Saves a draft without changing the published formula. Refuses: conflict if the caller has saved something else in
 * another tab since; forbidden if the caller may not publish the formula.
 */
export async function saveDraft(ctx: Context, { formulaId, basedOn, draft, formula }: Work) {
  requireDesigner(ctx);
  if (formulaId !== null) requireOwnAccount(ctx, await findFormula(ctx, formulaId));
  if (JSON.stringify(formula).includes("\\u0000"))
    throw new Failure("badRequest", "A formula cannot contain the character U+0000.");
  const name = typeof formula.name === "string" ? formula.name.slice(0, 200) : "";
  const work = { basedOn, name, definition: formula, updatedAt: ctx.now() };
  const kept = draft
    ? await drafts.update(ctx.db.prisma, ctx.caller, draft, work)
    : await drafts.insert(ctx.db.prisma, ctx.caller, { ...work, formulaId });
  if (!kept) throw new Failure("conflict", "This draft was changed in another window.");
  return { id: kept.id, version: kept.version, savedDate: kept.updatedAt.toISOString() };
}
