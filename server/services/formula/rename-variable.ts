import type { Context } from "#server/context.ts";
import { renameVariable as renameReferences } from "#server/formula/references.ts";
import type { Db } from "#server/store/database.ts";
import type { Definition } from "#server/store/formulas.ts";
import { moveValues } from "../formula-instance/move-values.ts";

/**
 * `after` with all references to a variable under the key it has there, when that is another than `before`; the
 * values that instances hold move to the new key as well, so that they go on running.
 */
export async function renameVariable(
  ctx: Context,
  tx: Db,
  formulaId: number,
  { before, after, partId }: { before: Definition; after: Definition; partId: number },
): Promise<Definition> {
  const keyIn = ({ configuration }: Definition) => configuration.find(({ id }) => id === partId)?.key;
  const [oldKey, newKey] = [keyIn(before), keyIn(after)];
  if (oldKey === undefined || newKey === undefined || oldKey === newKey) return after;
  await moveValues(ctx, tx, formulaId, [{ from: oldKey, to: newKey }]);
  return {
    ...renameReferences({ ...after, configuration: before.configuration }, oldKey, newKey),
    configuration: after.configuration,
  };
}
