import type { Context } from "#server/context.ts";
import { lostArrows } from "#server/formula/check-instance.ts";
import { boundFormulas, formulaIdIn } from "#server/formula/formula-references.ts";
import { boundInstances } from "#server/formula/instance-references.ts";
import { STEP_TYPES } from "#server/formula/steps/registry.ts";
import { withKeysForNames } from "#server/formula/variable-names.ts";
import * as elementInstances from "#server/store/element-instance/element-instances.ts";
import { seenFormulas } from "#server/store/formula/seen-formulas.ts";
import type { Pair } from "./trigger-warnings.ts";

const noFormula = (where: string, written: string) =>
  `The step will fail. ${where}: there is no formula ${written} that the owner of the formula instance may run. Choose another one in the formula.`;

const isDeleted = (where: string, id: number) =>
  `The step will fail. ${where}: the element instance ${id} was deleted. Choose another one.`;

const noAddress = (step: string) =>
  `Step "${step}" sends no e-mail. Set notification.email in the settings of the formula instance.`;

const noMailServer = (step: string) =>
  `Step "${step}" sends no e-mail, because this installation has no mail server (SMTP_URL). Its messages are listed by GET /notifications.`;

/**
 * Which steps of these formula instances will not do what they say, why, and how to fix it: a list for each. All
 * references are looked up together, formulas as their owners see them. Whether a formula exists that the owner may not
 * run is not revealed.
 */
export async function stepWarnings(ctx: Context, pairs: readonly Pair[]): Promise<string[][]> {
  const [ofFormulas, ofInstances] = await Promise.all([formulaWarnings(ctx, pairs), instanceWarnings(ctx, pairs)]);
  return pairs.map((pair, n) => [
    ...lostArrows(pair.formula.definition).map(({ message }) => `The run will end there. ${message}`),
    ...(ofFormulas[n] ?? []),
    ...(ofInstances[n] ?? []),
    ...mailWarnings(ctx, pair),
  ]);
}

async function formulaWarnings({ db }: Context, pairs: readonly Pair[]): Promise<string[][]> {
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
      .map(({ where, written }) => noFormula(where, written.slice(0, MOST_SHOWN))),
  );
}

const MOST_SHOWN = 100;

async function instanceWarnings({ db, caller }: Context, pairs: readonly Pair[]): Promise<string[][]> {
  const named = pairs.map(({ instance, formula: { definition } }) =>
    boundInstances({ ...withKeysForNames(definition), triggers: [] }, instance.configuration),
  );
  const ids = new Set(named.flat().map(({ elementInstanceId }) => elementInstanceId));
  const possible = [...ids].filter((id) => id < 2 ** 31);
  const existing = await elementInstances.idsAmong(db.prisma, caller.organizationId, possible);
  return named.map((ofPair) =>
    ofPair
      .filter(({ elementInstanceId }) => !existing.has(elementInstanceId))
      .map(({ where, elementInstanceId }) => isDeleted(where, elementInstanceId)),
  );
}

function mailWarnings({ env }: Context, { instance: { settings }, formula: { definition } }: Pair): string[] {
  const [step] = definition.steps.filter(({ type }) => STEP_TYPES[type].mailsInstance);
  if (!step) return [];
  if (!settings["notification.email"]) return [noAddress(step.name)];
  return env.SMTP_URL === undefined ? [noMailServer(step.name)] : [];
}
