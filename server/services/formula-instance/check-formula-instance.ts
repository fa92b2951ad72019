import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { instanceRefusals } from "#server/formula/check-instance.ts";
import type { Db } from "#server/store/database.ts";
import * as elementInstances from "#server/store/element-instances.ts";
import type { Values } from "#server/store/formula-instances.ts";
import type { Definition } from "#server/store/formulas.ts";
import { ownScope } from "#server/store/scope.ts";
import { limitsOf, throwIfAny } from "../formula/check-formula.ts";

/**
 * Refuses (badRequest) an instance that could not run: arrows to missing steps, required variables without a value,
 * an invalid schedule, settings that cannot be kept, a variable that names an element instance which the caller does
 * not see (contract §3, §7 row 8; A13).
 */
export async function checkFormulaInstance(
  ctx: Context,
  tx: Db,
  formula: Definition,
  instance: { configuration: Values; settings: Values },
): Promise<void> {
  throwIfAny(instanceRefusals(formula, instance, limitsOf(ctx)));
  const bound = formula.configuration
    .filter(({ type }) => type === "elementInstance")
    .map(({ key }) => ({ key, value: instance.configuration[key] }))
    .filter(({ value }) => value !== undefined && value !== "");
  const odd = bound.find(({ value }) => typeof value !== "string" || !/^\d{1,15}$/.test(value));
  if (odd)
    throw new Failure("badRequest", `configuration: the variable "${odd.key}" must be the id of an element instance.`);
  if (bound.length === 0) return;
  const known = await elementInstances.existing(
    tx,
    ownScope(ctx.caller),
    bound.map(({ value }) => String(value)),
  );
  const lost = bound.find(({ value }) => !known.has(String(value)));
  if (lost)
    throw new Failure(
      "badRequest",
      `configuration: the variable "${lost.key}" names an element instance that does not exist.`,
    );
}
