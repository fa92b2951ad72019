import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import type { Formula } from "#server/formula/shape.ts";
import * as drafts from "#server/store/formula-drafts.ts";
import { changeFormula } from "./change-formula.ts";
import { checkFormula } from "./check-formula.ts";
import { nextDebugLoggingEnd } from "./debug-logging.ts";
import { identifyParts } from "./identify-parts.ts";
import { opened } from "./open-formula.ts";

export type Publication = {
  formula: Formula;
  /** The revision that the work began from. */
  basedOn: number;
  message?: string | undefined;
  /** The draft that is published by it, and is done with then. */
  draftId?: number | undefined;
};

/**
 * The formula becomes what was sent, as its next revision, when it still is at `basedOn`. Refuses (conflict) when
 * somebody published meanwhile, and what `checkFormula` refuses.
 */
export async function publishFormula(
  ctx: Context,
  formulaId: number,
  { formula, basedOn, message, draftId }: Publication,
) {
  const checked = checkFormula(ctx, formula);
  const published = await changeFormula(ctx, formulaId, async ({ definition: before, revision }, tx) => {
    if (revision !== basedOn) throw new Failure("conflict", "Somebody published this formula after you opened it.");
    if (draftId !== undefined) await drafts.remove(tx, ctx.caller, draftId);
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
