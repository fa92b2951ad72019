import type { Context } from "#server/context.ts";
import { requireDesigner } from "../account/require-role.ts";
import { type DraftState, writeDraft } from "../draft/write-draft.ts";
import { requireOwnAccount } from "./change-formula.ts";
import { findFormula } from "./find-formula.ts";

type Work = DraftState & { formulaId: number | null; formula: Record<string, unknown> };

/**
 * Saves a draft without changing the published formula. Refuses what `writeDraft` refuses, and (forbidden) a caller who
 * may not publish the formula.
 */
export async function saveDraft(ctx: Context, { formulaId, formula, ...state }: Work) {
  requireDesigner(ctx);
  if (formulaId !== null) requireOwnAccount(ctx, await findFormula(ctx, formulaId));
  return writeDraft(ctx, "formulaDraft", { ...state, publishedId: formulaId, definition: formula });
}
