import { renameVariable as renameReferences } from "#server/formula/references.ts";
import type { Db } from "#server/store/database.ts";
import * as formulaInstances from "#server/store/formula-instances.ts";
import type { Definition } from "#server/store/formulas.ts";

/**
 * `after` with all references to a variable under the key it has there, when that is another than `before`; the
 * values that instances hold move to the new key as well, so that they go on running.
 */
export async function renameVariable(
  tx: Db,
  formulaId: number,
  before: Definition,
  after: Definition,
  partId: number,
  now: Date,
): Promise<Definition> {
  const keyIn = ({ configuration }: Definition) => configuration.find(({ id }) => id === partId)?.key;
  const [oldKey, newKey] = [keyIn(before), keyIn(after)];
  if (oldKey === undefined || newKey === undefined || oldKey === newKey) return after;
  for (const { id, configuration } of await formulaInstances.ofFormula(tx, formulaId)) {
    if (!Object.hasOwn(configuration, oldKey)) continue;
    const { [oldKey]: value, ...others } = configuration;
    await formulaInstances.update(tx, id, { configuration: { ...others, [newKey]: value }, updatedAt: now });
  }
  return {
    ...renameReferences({ ...after, configuration: before.configuration }, oldKey, newKey),
    configuration: after.configuration,
  };
}
