import type { Context } from "#server/context.ts";
import { inEnglish } from "#server/formula/problem-sentences.ts";
import { isoSeconds } from "#server/iso-date.ts";
import { mayChange } from "../account/require-role.ts";
import { settingsOf, shownSettings } from "./sealed-settings.ts";
import { stepWarnings } from "./step-warnings.ts";
import { type Pair, triggerWarnings } from "./trigger-warnings.ts";

/** A formula instance as the API shows it, with fields of its formula. */
export async function presentFormulaInstance(ctx: Context, pair: Pair) {
  const [shown] = await presentFormulaInstances(ctx, [pair]);
  if (!shown) throw new Error("A list of one formula instance came back empty.");
  return shown;
}

/** Presents a list of formula instances, with the same queries for all their warnings. */
export async function presentFormulaInstances(ctx: Context, pairs: readonly Pair[]) {
  const [ofTriggers, ofSteps] = await Promise.all([triggerWarnings(ctx, pairs), stepWarnings(ctx, pairs)]);
  return pairs.map((pair, at) => {
    const warnings = [...(ofTriggers[at] ?? []), ...(ofSteps[at] ?? [])];
    return {
      ...present(ctx, pair),
      ...(warnings.length > 0 && { warnings: warnings.map(inEnglish), warningSentences: warnings }),
    };
  });
}

function present(ctx: Context, { instance, formula }: Pair) {
  const { id, accountId, userId, createdAt, updatedAt, definition } = formula;
  const { name, description, active, debugLoggingEnabled, singleThreaded, configuration } = definition;
  const dates = { createdDate: isoSeconds(createdAt), updatedDate: isoSeconds(updatedAt) };
  return {
    id: instance.id,
    name: instance.name,
    formula: {
      id,
      name,
      description,
      active,
      debugLoggingEnabled,
      singleThreaded,
      accountId,
      userId,
      ...dates,
      configuration,
    },
    active: instance.active,
    singleThreaded: instance.singleThreaded,
    configuration: instance.configuration,
    settings: mayChange(ctx) ? settingsOf(ctx.vault, instance) : shownSettings(instance.settings),
    accountId: instance.accountId,
    userId: instance.userId,
    createdDate: isoSeconds(instance.createdAt),
    updatedDate: isoSeconds(instance.updatedAt),
    firstConsecutiveErrorDate: instance.firstConsecutiveErrorDate
      ? isoSeconds(instance.firstConsecutiveErrorDate)
      : undefined,
    numberConsecutiveErrors: instance.numberConsecutiveErrors,
    numberConsecutiveErrorWarningNotifications: instance.numberConsecutiveErrorWarningNotifications,
  };
}
