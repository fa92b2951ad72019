import type { Context } from "#server/context.ts";
import { renameVariable as renameReferences } from "#server/formula/references.ts";
import { renameVariableName } from "#server/formula/variable-names.ts";
import { readScript } from "#server/script/read-script.ts";
import type { Db } from "#server/store/database/prisma.ts";
import type { Definition } from "#server/store/formula/formulas.ts";
import { moveValues } from "./move-values.ts";

/**
 * `after` with all references to a variable changed to its new key and name, if these differ from `before`; the values
 * of instances move to the new key as well, so that they keep running.
 */
export async function renameVariable(
  ctx: Context,
  tx: Db,
  formulaId: number,
  { before, after, partId }: { before: Definition; after: Definition; partId: number },
): Promise<Definition> {
  const variableIn = ({ configuration }: Definition) => configuration.find(({ id }) => id === partId);
  const [old, changed] = [variableIn(before), variableIn(after)];
  if (!old || !changed) return after;
  const names = after.configuration.map((variable) =>
    variable.id === partId ? { ...variable, key: old.key } : variable,
  );
  const named = renameVariableName({ ...after, configuration: before.configuration }, old.key, names);
  if (old.key === changed.key) return { ...named, configuration: after.configuration };
  await moveValues(ctx, tx, formulaId, [{ from: old.key, to: changed.key }]);
  return { ...renameReferences(named, old.key, changed.key, readScript), configuration: after.configuration };
}
