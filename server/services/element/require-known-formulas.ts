import type { Context } from "#server/context.ts";
import { formulasOf, type NamedFormula } from "#server/element/definition/formula-references.ts";
import type { ElementProblem } from "#server/element/definition/problems.ts";
import type { Resource } from "#server/element/shape.ts";
import { refuse, throwIfAny } from "#server/formula/refusal.ts";
import type { Db } from "#server/store/database/prisma.ts";
import { formulaScope } from "#server/store/database/scope.ts";
import * as formulas from "#server/store/formula/formulas.ts";

type Resources = readonly Pick<Resource, "type" | "method" | "path" | "formulaId">[];

/**
 * Refuses (badRequest) a formula that resources newly run, and that the caller does not see. One that does not exist is
 * treated the same, so that ids cannot be probed. A formula that was deleted since does not prevent other changes.
 */
export async function requireKnownFormulas(
  ctx: Context,
  tx: Db,
  resources: Resources,
  before: Resources = [],
): Promise<void> {
  const known = new Set(formulasOf(before).map(({ formulaId }) => formulaId));
  const named = formulasOf(resources).filter(({ formulaId }) => !known.has(formulaId));
  throwIfAny((await unknownAmong(ctx, tx, named)).map((formula) => refuse(formula.path, messageOf(formula))));
}

/** Warnings for the formulas that resources run and the caller does not see. */
export const formulaProblems = async (ctx: Context, resources: Resources): Promise<ElementProblem[]> =>
  (await unknownAmong(ctx, ctx.db.prisma, formulasOf(resources))).map((formula) => ({
    severity: "warning",
    path: formula.path,
    message: messageOf(formula),
  }));

async function unknownAmong(ctx: Context, db: Db, named: readonly NamedFormula[]): Promise<NamedFormula[]> {
  if (named.length === 0) return [];
  const scope = await formulaScope(db, ctx.caller);
  const seen = await formulas.namesAmong(db, scope, [...new Set(named.map(({ formulaId }) => formulaId))]);
  return named.filter(({ formulaId }) => !seen.has(formulaId));
}

const messageOf = ({ formulaId, label }: NamedFormula): string =>
  `formulaId of ${label}: there is no formula ${formulaId} that you may use. Choose one of your own formulas.`;
