import type { Context } from "#server/context.ts";
import { isoSeconds } from "#server/iso-date.ts";
import type { FormulaRecord } from "#server/store/formula/formulas.ts";
import { type SubFormulas, subFormulasOf } from "./sub-formulas.ts";

const MAX_DEPTH = 10;

/** A formula as the API shows it (spec §2.1), without its sub-formulas. */
export function presentFormula({ id, accountId, userId, createdAt, updatedAt, definition }: FormulaRecord) {
  const { name, description, active, singleThreaded, engine, debugLoggingEnabled, debugLoggingExpires, method, uri } =
    definition;
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

/**
 * Formulas together with those that their `formula` steps name, down to ten levels; each appears once per formula, so
 * that the response does not grow with the number of paths to it.
 */
export async function presentWithSubFormulas(ctx: Context, records: FormulaRecord[]): Promise<PresentedFormula[]> {
  const known = await subFormulasOf(ctx, records, MAX_DEPTH);
  return records.map((record) => nest(record, known, new Set([record.id]), MAX_DEPTH));
}

/** Presents a single formula with its sub-formulas. */
export async function presentOne(ctx: Context, record: FormulaRecord): Promise<PresentedFormula> {
  const [presented] = await presentWithSubFormulas(ctx, [record]);
  return presented ?? presentFormula(record);
}

function nest(record: FormulaRecord, known: SubFormulas, presented: Set<number>, levels: number): PresentedFormula {
  const below =
    levels === 0 ? [] : known.idsIn(record).flatMap((id) => (presented.has(id) ? [] : (known.byId.get(id) ?? [])));
  for (const { id } of below) presented.add(id);
  return { ...presentFormula(record), subFormulas: below.map((sub) => nest(sub, known, presented, levels - 1)) };
}
