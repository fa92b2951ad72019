import type { Context } from "#server/context.ts";
import { throwIfAny } from "#server/formula/refusal.ts";
import { resplitValues, type SplitValues, secretKeys, shortSecretRefusals } from "#server/formula/secret-values.ts";
import type { Vault } from "#server/ports.ts";
import type { Db } from "#server/store/database/prisma.ts";
import type { Definition, FormulaRecord } from "#server/store/formula/formulas.ts";
import type { FormulaInstanceRecord, Values } from "#server/store/formula-instance/formula-instances.ts";
import * as formulaInstances from "#server/store/formula-instance/formula-instances.ts";
import { record } from "../audit/record.ts";

type Row = { organizationId: number; formulaInstanceId: number };
type Sealed = { secretValues: string | null };

/** The identity that encrypted values are bound to: their column and row. */
export const secretValuesIdentity = ({ organizationId, formulaInstanceId }: Row): string =>
  `formula_instance.secret_values:${organizationId}:${formulaInstanceId}`;

/** The values of a formula instance's secret variables, by key. */
export const openSecretValues = (vault: Vault, { secretValues, ...row }: Row & Sealed): Values =>
  secretValues === null ? {} : (JSON.parse(vault.open(secretValues, secretValuesIdentity(row))) as Values);

export const sealSecretValues = (vault: Vault, row: Row, secrets: Values): string | null =>
  Object.keys(secrets).length === 0 ? null : vault.seal(JSON.stringify(secrets), secretValuesIdentity(row));

/** Both parts of an instance's values. */
export function splitOf(vault: Vault, { id, organizationId, configuration, secretValues }: FormulaInstanceRecord) {
  const secrets = openSecretValues(vault, { organizationId, formulaInstanceId: id, secretValues });
  return { configuration, secrets };
}

/** The columns that store these values of an instance. */
export const storedOf = (vault: Vault, { id, organizationId }: FormulaInstanceRecord, values: SplitValues) => ({
  configuration: values.configuration,
  secretValues: sealSecretValues(vault, { organizationId, formulaInstanceId: id }, values.secrets),
});

/**
 * Encrypts the values of instances for variables that became secret, and deletes those for variables that no longer
 * are; in the transaction that changed the formula. Refuses (badRequest) values that are too short to be masked.
 */
export async function keepSecretValues(
  ctx: Context,
  tx: Db,
  before: Definition,
  { id: formulaId, organizationId, definition: { configuration: variables } }: FormulaRecord,
): Promise<void> {
  if (secretKeys(before.configuration).size + secretKeys(variables).size === 0) return;
  for (const instance of await formulaInstances.ofFormula(tx, { organizationId, id: formulaId })) {
    const held = splitOf(ctx.vault, instance);
    const split = resplitValues(variables, held);
    if (!split) continue;
    throwIfAny(
      shortSecretRefusals(split, held.secrets).map((refusal) => ({
        ...refusal,
        message: `Formula instance ${instance.id}: ${refusal.message}`,
      })),
    );
    const stored = storedOf(ctx.vault, instance, split);
    await formulaInstances.update(tx, instance, { ...stored, updatedAt: ctx.now() });
    await record(tx, ctx, {
      entity: "formulaInstance",
      entityId: instance.id,
      parentId: formulaId,
      action: "updated",
    });
  }
}
