import type { Context } from "#server/context.ts";
import { limitsOf } from "#server/formula/check.ts";
import { instanceRefusals } from "#server/formula/check-instance.ts";
import { boundInstances } from "#server/formula/instance-references.ts";
import { throwIfAny } from "#server/formula/refusal.ts";
import { withKeysForNames } from "#server/formula/variable-names.ts";
import type { Db } from "#server/store/database/prisma.ts";
import type { Definition } from "#server/store/formula/formulas.ts";
import type { Values } from "#server/store/formula-instance/formula-instances.ts";
import { refuseLimitedRun } from "../account/require-role.ts";
import { requireUsable } from "../instance/require-usable.ts";

type Checked = { userId: number; configuration: Values; settings: Values };

/**
 * Refuses (badRequest) an instance that cannot run: arrows to missing steps, required variables without a value, an
 * invalid schedule, invalid settings, and a variable, trigger or step that names an element instance which its owner or
 * the caller may not see (A13); forbidden a limited run, which would bind what its owner sees. Element instances that triggers and steps named `before` are not checked again.
 */
export async function checkFormulaInstance(
  ctx: Context,
  tx: Db,
  formula: Definition,
  instance: Checked,
  before?: { configuration: Values },
): Promise<void> {
  refuseLimitedRun(ctx, "save a formula instance");
  const { userId, configuration } = instance;
  throwIfAny(instanceRefusals(formula, instance, limitsOf(ctx)));
  const bound = formula.configuration
    .filter(({ type }) => type === "elementInstance")
    .map(({ key }) => ({ key, value: configuration[key] }))
    .filter(({ value }) => value !== undefined && value !== "");
  const variables = bound.map(({ key, value }) => ({
    elementInstanceId: Number(value),
    where: `configuration, variable "${key}"`,
  }));
  const written = withKeysForNames(formula);
  const known = new Set(
    before && boundInstances(written, before.configuration).map((named) => named.elementInstanceId),
  );
  const named = boundInstances(written, configuration).filter(({ elementInstanceId }) => !known.has(elementInstanceId));
  const { organizationId } = ctx.caller;
  const users = [...new Set([userId, ctx.caller.userId])].map((id) => ({ organizationId, userId: id }));
  await requireUsable(tx, users, [...variables, ...named]);
}
