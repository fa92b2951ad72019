import type { Context } from "#server/context.ts";
import type { Formula, FormulaPatch } from "#server/formula/shape.ts";
import type { Definition } from "#server/store/formula/formulas.ts";
import { refuseOtherVersion } from "../refuse-other-version.ts";
import { changeFormula } from "./change-formula.ts";
import { checkFormula } from "./check-formula.ts";
import { nextDebugLoggingEnd } from "./debug-logging.ts";
import { identifyParts } from "./identify-parts.ts";
import { presentFormula, presentOne } from "./present-formula.ts";

/**
 * PUT: replaces the formula; steps and variables of the same name keep their ids. Refuses conflict if its revision is no
 * longer `basedOn`.
 */
export async function replaceFormula(
  ctx: Context,
  { formulaId, formula, basedOn }: { formulaId: number; formula: Formula; basedOn?: number | undefined },
) {
  const changed = await changeFormula(ctx, formulaId, ({ definition: before, revision }) => {
    refuseOtherVersion(revision, basedOn);
    return replacement(ctx, formulaId, before, formula);
  });
  return presentOne(ctx, changed);
}

/** PATCH: changes the fields that were sent; `method` and `uri` null remove the formula from the API. */
export async function patchFormula(ctx: Context, { formulaId, patch }: { formulaId: number; patch: FormulaPatch }) {
  const changed = await changeFormula(ctx, formulaId, ({ definition: before }) => {
    const { partCount: _, debugLoggingExpires: __, monitored: ___, ...formula } = before;
    const { method, uri, description, ...given } = Object.fromEntries(
      Object.entries(patch).filter(([, value]) => value !== undefined),
    ) as FormulaPatch;
    const patched: Formula = {
      ...formula,
      ...given,
      ...(description !== undefined && { description: description ?? undefined }),
      ...(method !== undefined && { method: method ?? undefined }),
      ...(uri !== undefined && { uri: uri ?? undefined }),
    };
    return replacement(ctx, formulaId, before, patched);
  });
  return presentFormula(changed);
}

function replacement(ctx: Context, formulaId: number, before: Definition, formula: Formula) {
  const checked = checkFormula(ctx, formula, before);
  return {
    definition: {
      ...identifyParts(checked, formulaId, before),
      debugLoggingExpires: nextDebugLoggingEnd(before, checked, ctx.now()),
    },
    change: { entity: "formula" as const, entityId: formulaId, action: "updated" as const },
  };
}
