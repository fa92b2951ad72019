import type { Context } from "#server/context.ts";
import { formulaRefusals, limitsOf, refusalsOfChange } from "#server/formula/check.ts";
import { throwIfAny } from "#server/formula/refusal.ts";
import type { Formula } from "#server/formula/shape.ts";
import { STEP_TYPES } from "#server/formula/steps/registry.ts";
import { refuseApiKey, refuseLimitedRun } from "../account/require-role.ts";

/**
 * The formula as it is stored; refuses formulas that cannot be saved, with the reasons, and (forbidden) API keys if a
 * step makes requests as the owner, since any change of the formula may change those. If it was stored `before`, only
 * refusals of the change count.
 */
export function checkFormula<Checked extends Formula>(
  ctx: Pick<Context, "env" | "caller">,
  formula: Checked,
  before?: Formula,
): Checked {
  // It would be published as the owner of the run, whose rights it would have next time.
  refuseLimitedRun(ctx, "save a formula");
  const limits = limitsOf(ctx);
  const acting = formula.steps.find(({ type }) => STEP_TYPES[type].actsAsOwner);
  if (acting) refuseApiKey(ctx, `save a formula with a step of the type ${acting.type}`);
  throwIfAny(before ? refusalsOfChange(formula, before, limits) : formulaRefusals(formula, limits));
  return { ...formula, steps: formula.steps.map(withoutNulls), triggers: formula.triggers.map(withoutNulls) };
}

/** A property that is null is not set. */
const withoutNulls = <Part extends { properties: Record<string, unknown> }>(part: Part): Part => ({
  ...part,
  properties: Object.fromEntries(Object.entries(part.properties).filter(([, value]) => value !== null)),
});
