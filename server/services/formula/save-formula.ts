import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import type { Formula } from "#server/formula/shape.ts";
import type { Definition, FormulaRecord } from "#server/store/formulas.ts";
import { changeFormula } from "./change-formula.ts";
import { checkFormula } from "./check-formula.ts";
import { nextDebugLoggingEnd } from "./debug-logging.ts";
import { findFormula } from "./find-formula.ts";
import { identifyParts } from "./identify-parts.ts";

/** A formula as the designer works on it: as a client would send it, and the revision that it is. */
export async function openFormula(ctx: Context, formulaId: number) {
  return opened(await findFormula(ctx, formulaId));
}

/**
 * The formula becomes what was sent, when it still is at the revision `basedOn`. Refuses (conflict) when somebody
 * saved it meanwhile, and what `checkFormula` refuses.
 */
export async function saveFormula(
  ctx: Context,
  formulaId: number,
  { formula, basedOn }: { formula: Formula; basedOn: number },
) {
  const checked = checkFormula(ctx, formula);
  const saved = await changeFormula(ctx, formulaId, ({ definition: before, revision }) => {
    if (revision !== basedOn) throw new Failure("conflict", "Somebody saved this formula after you opened it.");
    const debugLoggingExpires = nextDebugLoggingEnd(before, checked, ctx.now());
    return {
      definition: { ...identifyParts(checked, formulaId, before), debugLoggingExpires },
      change: { entity: "formula", entityId: formulaId, action: "updated" },
    };
  });
  return opened(saved);
}

const opened = ({ id: formulaId, revision, definition }: FormulaRecord) => ({
  formulaId,
  revision,
  formula: asSent(definition),
});

/** Without what only the record knows: ids are given by name, so the designer need not carry them. */
function asSent({ partCount: _, debugLoggingExpires: __, monitored: ___, ...formula }: Definition): Formula {
  const withoutId = <Part extends { id: number }>({ id: _id, ...part }: Part): Omit<Part, "id"> => part;
  return {
    ...formula,
    // What is left of an identified part is the part.
    triggers: formula.triggers.map(withoutId) as unknown as Formula["triggers"],
    steps: formula.steps.map(withoutId) as unknown as Formula["steps"],
    configuration: formula.configuration.map(withoutId),
  };
}
