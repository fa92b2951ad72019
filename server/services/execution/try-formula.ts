import type { Context } from "#server/context.ts";
import type { Formula } from "#server/formula/shape.ts";
import { TRIGGER_TYPES } from "#server/formula/triggers/registry.ts";
import * as formulas from "#server/store/formulas.ts";
import { formulaScope } from "#server/store/scope.ts";
import { requireDesigner } from "../account/require-role.ts";
import { requireUsableLiterals } from "../formula/change-formula.ts";
import { checkFormula } from "../formula/check-formula.ts";
import { noSuchFormula } from "../formula/find-formula.ts";
import { identifyParts } from "../formula/identify-parts.ts";
import { newRun, requireRunnable, start } from "./start-executions.ts";

type Trial = { formulaInstanceId: number; formula: Formula; payload: unknown };

/**
 * Runs a formula that is not published, with the connections and values of one of its instances. It is kept as a
 * revision below zero, which nothing else ever runs, and its failures are told to nobody. Refuses what
 * `startExecutions` and `checkFormula` refuse.
 */
export async function tryFormula(ctx: Context, { formulaInstanceId, formula, payload }: Trial) {
  requireDesigner(ctx);
  const runnable = await requireRunnable(ctx, formulaInstanceId);
  const checked = checkFormula(ctx, formula);
  const { formulaId } = runnable;
  const scope = await formulaScope(ctx.db.prisma, ctx.caller);
  const revision = await ctx.db.prisma.$transaction(async (tx) => {
    const current = await formulas.lock(tx, scope, formulaId);
    if (!current) throw noSuchFormula(formulaId);
    const definition = identifyParts(checked, formulaId, current.definition);
    await requireUsableLiterals(ctx, tx, definition, current.definition);
    return formulas.insertTrial(tx, formulaId, { definition, userId: ctx.caller.userId, createdAt: ctx.now() });
  });
  const triggerType = checked.triggers[0]?.type ?? "manual";
  const trial = { ...runnable, revision, triggerType };
  const runs = TRIGGER_TYPES[triggerType]
    .fromManual(payload)
    .map((trigger) => ({ ...newRun(trial, trigger, undefined), requestId: ctx.requestId }));
  return Promise.all(runs.map((run) => start(ctx, run, 0)));
}
