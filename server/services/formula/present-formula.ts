import type { Context } from "#server/context.ts";
import { isoSeconds } from "#server/iso-date.ts";
import type { FormulaRecord } from "#server/store/formulas.ts";
import { type SubFormulas, subFormulasOf } from "./sub-formulas.ts";

const MAX_DEPTH = 10;

/** A formula as the API shows one (contract §1.1), without the formulas it runs. */
export function presentFormula({ id, accountId, userId, createdAt, updatedAt, definition }: FormulaRecord) {
  const { name, description, active, singleThreaded, engine, debugLoggingEnabled, debugLoggingExpires, method, uri } = definition;
  return {
    id,
    name,
    description,
    userId,
    accountId,
    createdDate: isoSeconds(createdAt),
    updatedDate: isoSeconds(updatedAt),
    active,
    singleThreaded,
    engine,
    debugLoggingEnabled,
    debugLoggingExpires,
    method,
    uri,
    api: method && uri ? `${method} ${uri}` : undefined,
    triggers: definition.triggers,
    steps: definition.steps,
    configuration: definition.configuration,
  };
}

export type PresentedFormula = ReturnType<typeof presentFormula> & { subFormulas?: PresentedFormula[] };

/** Formulas together with the records of those that their `formula` steps name, down to ten levels and never in a circle. */
export async function presentWithSubFormulas(ctx: Context, records: FormulaRecord[]): Promise<PresentedFormula[]> {
  const known = await subFormulasOf(ctx, records, MAX_DEPTH);
  return records.map((record) => nest(record, known, []));
}

function nest(record: FormulaRecord, known: SubFormulas, above: number[]): PresentedFormula {
  const path = [...above, record.id];
  const below = path.length > MAX_DEPTH ? [] : known.idsIn(record).filter((id) => !path.includes(id));
  const subFormulas = below.flatMap((id) => known.byId.get(id) ?? []).map((sub) => nest(sub, known, path));
  return { ...presentFormula(record), subFormulas };
}
