import type { Context } from "#server/context.ts";
import { namesByField } from "#server/formula/property.ts";
import { STEP_TYPES } from "#server/formula/steps/registry.ts";
import { formulaScope } from "#server/store/database/scope.ts";
import type { FormulaRecord } from "#server/store/formula/formulas.ts";
import * as formulas from "#server/store/formula/formulas.ts";

export type SubFormulas = { byId: Map<number, FormulaRecord>; idsIn: (record: FormulaRecord) => number[] };

/**
 * Loads the formulas that these run as steps, and their sub-formulas, as far as the caller sees them; one query per
 * level.
 */
export async function subFormulasOf(ctx: Context, records: FormulaRecord[], levels: number): Promise<SubFormulas> {
  const byId = new Map(records.map((record) => [record.id, record]));
  const visited = new Set(byId.keys());
  const scope = await formulaScope(ctx.db.prisma, ctx.caller);
  let latest = records;
  for (let level = 0; level < levels; level++) {
    const missing = [...new Set(latest.flatMap(calledFormulas))].filter((id) => !visited.has(id));
    if (missing.length === 0) break;
    for (const id of missing) visited.add(id);
    latest = await formulas.findMany(ctx.db.prisma, scope, missing);
    for (const record of latest) byId.set(record.id, record);
  }
  return { byId, idsIn: calledFormulas };
}

/** Ids may be numbers or texts, from an old system or expressions: only numbers refer to a formula. */
export const calledFormulas = ({ definition }: FormulaRecord): number[] => {
  const ids = definition.steps
    .flatMap(({ type, properties }) =>
      namesByField(STEP_TYPES[type].properties, "formula").map((name) => String(properties[name] ?? "")),
    )
    .filter((text) => /^\d{1,9}$/.test(text));
  return [...new Set(ids)].map(Number);
};
