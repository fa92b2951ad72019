import { randomUUID } from "node:crypto";
import type { Context } from "#server/context.ts";
import { throwIfAny } from "#server/formula/refusal.ts";
import { shortSecretRefusals, splitValues } from "#server/formula/secret-values.ts";
import type { Formula } from "#server/formula/shape.ts";
import { DEFAULT_TRIGGER, TRIGGER_TYPES } from "#server/formula/triggers/registry.ts";
import { formulaScope } from "#server/store/database/scope.ts";
import * as formulas from "#server/store/formula/formulas.ts";
import { requireDesigner } from "../account/require-role.ts";
import { requireUsableLiterals } from "../formula/change-formula.ts";
import { checkFormula } from "../formula/check-formula.ts";
import { noSuchFormula } from "../formula/find-formula.ts";
import { identifyParts } from "../formula/identify-parts.ts";
import { sealSecretValues } from "../formula/secret-values.ts";
import { checkFormulaInstance } from "../formula-instance/check-formula-instance.ts";
import { NO_INSTANCE } from "./names-of-run.ts";
import { newRun, requireRunnable, start } from "./start-executions.ts";

type Trial = { formulaInstanceId: number; formula: Formula; payload: unknown };

/**
 * Runs an unpublished formula with the connections and values of one of its instances. It is stored as a revision below
 * zero, which nothing else runs, and its failures notify nobody. Refuses what `startExecutions` and `checkFormula`
 * refuse.
 */
export async function tryFormula(ctx: Context, { formulaInstanceId, formula, payload }: Trial) {
  requireDesigner(ctx);
  const runnable = await requireRunnable(ctx, formulaInstanceId);
  const { formulaId } = runnable;
  const scope = await formulaScope(ctx.db.prisma, ctx.caller);
  const { checked, revision } = await ctx.db.prisma.$transaction(async (tx) => {
    const current = await formulas.lock(tx, scope, formulaId);
    if (!current) throw noSuchFormula(formulaId);
    const checked = checkFormula(ctx, formula, current.definition);
    const definition = identifyParts(checked, formulaId, current.definition);
    await requireUsableLiterals(ctx, tx, definition, current.definition);
    const trial = { definition, userId: ctx.caller.userId, createdAt: ctx.now() };
    return { checked, revision: await formulas.insertTrial(tx, current, trial) };
  });
  const triggerType = (checked.triggers[0] ?? DEFAULT_TRIGGER).type;
  const trial = { ...runnable, revision, triggerType };
  const runs = TRIGGER_TYPES[triggerType]
    .fromManual(payload)
    .map((trigger) => ({ ...newRun(trial, trigger, undefined), requestId: ctx.requestId }));
  return Promise.all(runs.map((run) => start(ctx, run, 0)));
}

type DraftTest = {
  /** The published formula of this draft. */
  formulaId?: number | undefined;
  formula: Formula;
  configuration: Record<string, unknown>;
  payload: unknown;
};

/**
 * Runs a formula without an instance, which may never have been published, with the given values. Only the runs are
 * stored: there is no formula or instance that could be started. This process runs them; if it dies they are cancelled,
 * since their values are stored nowhere else. Refuses what `checkFormula` and `checkFormulaInstance` refuse.
 */
export async function testDraft(
  ctx: Context,
  { formulaId: publishedId, formula, configuration: given, payload }: DraftTest,
) {
  requireDesigner(ctx);
  const scope = await formulaScope(ctx.db.prisma, ctx.caller);
  const published = publishedId === undefined ? undefined : await formulas.find(ctx.db.prisma, scope, publishedId);
  if (publishedId !== undefined && !published) throw noSuchFormula(publishedId);
  const checked = checkFormula(ctx, formula, published?.definition);
  const { organizationId, accountId, userId, seesAllAccounts } = ctx.caller;
  const split = splitValues(checked.configuration, given, {});
  throwIfAny(shortSecretRefusals(split));
  const { configuration } = split;
  const { definition, formulaId, revision } = await ctx.db.prisma.$transaction(async (tx) => {
    if (published && !(await formulas.lock(tx, scope, published.id))) throw noSuchFormula(published.id);
    const formulaId = published?.id ?? (await formulas.nextId(tx));
    const definition = identifyParts(checked, formulaId, published?.definition);
    await checkFormulaInstance(ctx, tx, definition, { configuration, settings: {}, userId });
    const trial = { definition, userId, createdAt: ctx.now() };
    const revision = await formulas.insertTrial(tx, { organizationId, id: formulaId }, trial);
    return { definition, formulaId, revision };
  });
  const triggerType = (definition.triggers[0] ?? DEFAULT_TRIGGER).type;
  const runnable = {
    ...{ organizationId, accountId, userId, formulaId, revision, triggerType, configuration },
    ...{ formulaInstanceId: NO_INSTANCE, name: "Test", formulaName: definition.name, settings: {} },
    ...{ ownerAccountId: accountId, ownerSeesAllAccounts: seesAllAccounts },
    boundKeys: null,
    secretValues: sealSecretValues(ctx.vault, { organizationId, formulaInstanceId: NO_INSTANCE }, split.secrets),
    ...{ active: true, formulaActive: true, ownerActive: true, singleThreaded: false, numberConsecutiveErrors: 0 },
    ...{ method: null, uri: null, formulaAccountId: accountId, isOfDefaultAccount: false },
  };
  const runs = TRIGGER_TYPES[triggerType]
    .fromManual(payload)
    .map((trigger) => ({ ...newRun(runnable, trigger, `test:${randomUUID()}`), requestId: ctx.requestId }));
  return Promise.all(
    runs.map(async (run) => {
      const { executionId } = await ctx.engine.runHere(run, 0);
      return { id: executionId };
    }),
  );
}
