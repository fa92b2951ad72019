import type { Context } from "#server/context.ts";
import { movedValues, type ValueMove } from "#server/formula/value-moves.ts";
import type { Db } from "#server/store/database/prisma.ts";
import * as formulaInstances from "#server/store/formula-instance/formula-instances.ts";
import { record } from "../audit/record.ts";
import { splitOf, storedOf } from "./secret-values.ts";

/**
 * Moves the values of a formula's instances to the new keys of their variables, in the transaction that renames the
 * variables, so that the instances keep working.
 */
export async function moveValues(ctx: Context, tx: Db, formulaId: number, moves: ValueMove[]): Promise<void> {
  if (moves.length === 0) return;
  const { organizationId } = ctx.caller;
  for (const instance of await formulaInstances.ofFormula(tx, { organizationId, id: formulaId })) {
    const { id } = instance;
    const held = splitOf(ctx.vault, instance);
    const configuration = movedValues(held.configuration, moves);
    if (!configuration) continue;
    const secrets = movedValues(held.secrets, moves) ?? held.secrets;
    const boundKeys = instance.boundKeys?.map((key) => moves.find(({ from }) => from === key)?.to ?? key) ?? null;
    const stored = { ...storedOf(ctx.vault, instance, { configuration, secrets }), boundKeys };
    await formulaInstances.update(tx, { id, organizationId }, { ...stored, updatedAt: ctx.now() });
    await record(tx, ctx, {
      ...{ entity: "formulaInstance", entityId: id, parentId: formulaId, action: "updated" },
      // Only the keys are worth showing, and a value may be secret under its new one.
      fields: { before: { configuration: held.configuration }, after: { configuration }, isSecret: () => true },
    });
  }
}
