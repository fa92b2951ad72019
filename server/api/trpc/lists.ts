import type { Context } from "#server/context.ts";
import type { PageRequest } from "#server/page.ts";
import { listFormulaInstances } from "#server/services/formula-instance/list-formula-instances.ts";

/** The first part of a list, as far as a screen shows it without paging. */
export const first = (size: number): PageRequest => ({ size, after: undefined });

/** What runs are called: the name of each formula instance and of its formula. */
export async function namesOfInstances(ctx: Context) {
  const { items } = await listFormulaInstances(ctx, { page: first(1000) });
  return new Map(items.map(({ id, name, formula }) => [id, { instanceName: name, formulaName: formula.name }]));
}

export const named = <Run extends { formulaInstanceId: number; formulaId: number }>(
  run: Run,
  names: Awaited<ReturnType<typeof namesOfInstances>>,
) => ({
  ...run,
  ...(names.get(run.formulaInstanceId) ?? {
    instanceName: `Instance ${run.formulaInstanceId} (deleted)`,
    formulaName: `Formula ${run.formulaId}`,
  }),
});
