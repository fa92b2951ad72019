import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { formulaRefusals, type Limits, refusalsOfChange } from "#server/formula/check.ts";
import type { Refusal } from "#server/formula/refusal.ts";
import type { Formula } from "#server/formula/shape.ts";

const SHOWN = 5;

/**
 * The formula as it is stored; refuses formulas that cannot be saved, with the reasons. Of a formula that was stored
 * `before`, only what the change brings is refused.
 */
export function checkFormula<Checked extends Formula>(
  ctx: Pick<Context, "env">,
  formula: Checked,
  before?: Formula,
): Checked {
  const limits = limitsOf(ctx);
  throwIfAny(before ? refusalsOfChange(formula, before, limits) : formulaRefusals(formula, limits));
  return { ...formula, steps: formula.steps.map(withoutNulls), triggers: formula.triggers.map(withoutNulls) };
}

/** Seconds are always too fine, whatever the setting. */
export const limitsOf = ({ env }: Pick<Context, "env">): Limits => ({
  minScheduleSeconds: Math.max(60, env.MIN_SCHEDULE_SECONDS),
});

/** Refuses with the first few reasons and the kind of the first. */
export function throwIfAny(refusals: Refusal[]): void {
  const [first] = refusals;
  if (!first) return;
  const shown = refusals.slice(0, SHOWN).map(({ message }) => message);
  if (refusals.length > SHOWN) shown.push(`And ${refusals.length - SHOWN} more.`);
  throw new Failure(first.kind, shown.join(" "));
}

/** Null properties are those that are not set. */
const withoutNulls = <Part extends { properties: Record<string, unknown> }>(part: Part): Part => ({
  ...part,
  properties: Object.fromEntries(Object.entries(part.properties).filter(([, value]) => value !== null)),
});
