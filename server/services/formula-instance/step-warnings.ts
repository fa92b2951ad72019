import type { Context } from "#server/context.ts";
import { arrowsToNothing } from "#server/formula/check-instance.ts";
import { boundFormulas, formulaIdIn } from "#server/formula/formula-references.ts";
import { boundInstances } from "#server/formula/instance-references.ts";
import { sentence } from "#server/formula/problem-sentences.ts";
import { STEP_TYPES } from "#server/formula/steps/registry.ts";
import { withKeysForNames } from "#server/formula/variable-names.ts";
import * as elementInstances from "#server/store/element-instance/element-instances.ts";
import { seenFormulas } from "#server/store/formula/seen-formulas.ts";
import type { Pair, Warning } from "./trigger-warnings.ts";

/**
 * Which steps of these formula instances will not do what they say, why, and how to fix it: a list for each. All
 * references are looked up together, formulas as their owners see them. Whether a formula exists that the owner may not
 * run is not revealed.
 */
export async function stepWarnings(ctx: Context, pairs: readonly Pair[]): Promise<Warning[][]> {
  const [ofFormulas, ofInstances] = await Promise.all([formulaWarnings(ctx, pairs), instanceWarnings(ctx, pairs)]);
  return pairs.map((pair, n) => [
    ...arrowsToNothing(pair.formula.definition).map(({ path: _, ...arrow }) => [
      sentence("runWillEnd"),
      sentence("lostArrow", arrow),
    ]),
    ...(ofFormulas[n] ?? []),
    ...(ofInstances[n] ?? []),
    ...mailWarnings(ctx, pair),
  ]);
}

async function formulaWarnings({ db }: Context, pairs: readonly Pair[]): Promise<Warning[][]> {
  const named = pairs.map(({ instance, formula: { definition } }) =>
    boundFormulas(withKeysForNames(definition), instance.configuration),
  );
  const uses = pairs.flatMap(({ instance: { organizationId, userId } }, n) =>
    (named[n] ?? []).flatMap(({ written }) => {
      const formulaId = formulaIdIn(written);
      return formulaId === null ? [] : [{ organizationId, userId, formulaId }];
    }),
  );
  const seen = new Set((await seenFormulas(db.prisma, uses)).map(({ userId, formulaId }) => `${userId} ${formulaId}`));
  return pairs.map(({ instance: { userId } }, n) =>
    (named[n] ?? [])
      .filter(({ written }) => !seen.has(`${userId} ${formulaIdIn(written)}`))
      .map(({ written, ...place }) => [
        sentence("stepWillFail"),
        sentence("noFormula", { ...place, written: written.slice(0, MOST_SHOWN) }),
      ]),
  );
}

const MOST_SHOWN = 100;

async function instanceWarnings({ db, caller }: Context, pairs: readonly Pair[]): Promise<Warning[][]> {
  const named = pairs.map(({ instance, formula: { definition } }) =>
    boundInstances({ ...withKeysForNames(definition), triggers: [] }, instance.configuration),
  );
  const ids = new Set(named.flat().map(({ elementInstanceId }) => elementInstanceId));
  const possible = [...ids].filter((id) => id < 2 ** 31);
  const existing = await elementInstances.idsAmong(db.prisma, caller.organizationId, possible);
  return named.map((ofPair) =>
    ofPair
      .filter(({ elementInstanceId }) => !existing.has(elementInstanceId))
      .map(({ property, step = "", elementInstanceId: id }) => [
        sentence("stepWillFail"),
        sentence("stepInstanceDeleted", { property, step, id }),
      ]),
  );
}

function mailWarnings({ env }: Context, { instance: { settings }, formula: { definition } }: Pair): Warning[] {
  const [step] = definition.steps.filter(({ type }) => STEP_TYPES[type].mailsInstance);
  if (!step) return [];
  if (!settings["notification.email"]) return [[sentence("noAddress", { step: step.name })]];
  return env.SMTP_URL === undefined ? [[sentence("noMailServer", { step: step.name })]] : [];
}
