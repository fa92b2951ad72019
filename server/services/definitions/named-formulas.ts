import type { Context } from "#server/context.ts";
import { formulasOf } from "#server/element/definition/formula-references.ts";
import type { Resource } from "#server/element/shape.ts";
import { formulaScope } from "#server/store/database/scope.ts";
import * as formulas from "#server/store/formula/formulas.ts";

/** For each of these definitions, the ids and names of the formulas that its resources run. */
export async function namedFormulas(ctx: Context, definitions: readonly { resources: readonly Resource[] }[]) {
  const used = definitions.map(({ resources }) => new Set(formulasOf(resources).map(({ formulaId }) => formulaId)));
  const ids = [...new Set(used.flatMap((of) => [...of]))];
  if (ids.length === 0) return used.map(() => []);
  const names = await formulas.namesAmong(ctx.db.prisma, await formulaScope(ctx.db.prisma, ctx.caller), ids);
  return used.map((of) => [...names].filter(([id]) => of.has(id)).map(([id, name]) => ({ id, name })));
}
