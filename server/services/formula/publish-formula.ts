import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { throwIfAny } from "#server/formula/refusal.ts";
import type { Formula } from "#server/formula/shape.ts";
import { moveRefusals, type ValueMove } from "#server/formula/value-moves.ts";
import { type RemovedDraft, removePublished } from "../draft/remove-draft.ts";
import { changeFormula } from "./change-formula.ts";
import { checkFormula } from "./check-formula.ts";
import { nextDebugLoggingEnd } from "./debug-logging.ts";
import { identifyParts } from "./identify-parts.ts";
import { moveValues } from "./move-values.ts";
import { opened } from "./open-formula.ts";

/** The draft that is named is deleted after it is published. */
export type Publication = Partial<RemovedDraft> & {
  formula: Formula;
  /** The revision that the draft is based on. */
  basedOn: number;
  message?: string | undefined;
  /** The new variables for the values that instances have for removed ones; all other values stay, unused. */
  moves?: ValueMove[] | undefined;
};

/**
 * Publishes a formula as its next revision if its revision is still `basedOn`. Refuses (conflict) if another user has
 * published since, and what `removePublished`, `checkFormula` and `moveRefusals` refuse.
 */
export async function publishFormula(
  ctx: Context,
  { formulaId, formula, basedOn, message, draftId, draftVersion, moves = [] }: { formulaId: number } & Publication,
) {
  const published = await changeFormula(ctx, formulaId, async ({ definition: before, revision }, tx) => {
    if (revision !== basedOn)
      throw new Failure("conflict", "Someone published this formula after you opened it.", {
        reason: "publishedMeanwhile",
      });
    const checked = checkFormula(ctx, formula, before);
    throwIfAny(moveRefusals(before.configuration, checked.configuration, moves));
    await moveValues(ctx, tx, formulaId, moves);
    if (draftId !== undefined) await removePublished(ctx, tx, "formulaDraft", { draftId, draftVersion });
    return {
      definition: {
        ...identifyParts(checked, formulaId, before),
        debugLoggingExpires: nextDebugLoggingEnd(before, checked, ctx.now()),
      },
      change: { entity: "formula", entityId: formulaId, action: "updated" },
      message,
    };
  });
  return opened(published);
}
