import type { Context } from "#server/context.ts";
import { movedValues, type ValueMove } from "#server/formula/value-moves.ts";
import type { Db } from "#server/store/database.ts";
import * as formulaInstances from "#server/store/formula-instances.ts";
import { record } from "../audit/record.ts";
import { splitOf, storedOf } from "./secret-values.ts";

/**
 * What the instances of a formula hold under one key they hold under another now, so that they go on running; in the
 * transaction that gave the variables their other keys.
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
    const stored = storedOf(ctx.vault, instance, { configuration, secrets });
    await formulaInstances.update(tx, { id, organizationId }, { ...stored, updatedAt: ctx.now() });
    await record(tx, ctx, { entity: "formulaInstance", entityId: id, parentId: formulaId, action: "updated" });
  }
}
