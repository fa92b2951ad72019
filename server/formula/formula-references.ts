import { boundProperties } from "./instance-references.ts";
import type { Formula } from "./shape.ts";

/** A formula that another runs by a step, as it is written, and the place: the property of a step. */
export type NamedFormula = { written: string; property: string; step: string };

/**
 * The formulas that steps run after the variables of an instance are filled in. Ids from the run's data are not known
 * yet and left out, like empty ones.
 */
export const boundFormulas = (
  formula: Pick<Formula, "triggers" | "steps">,
  config: Record<string, unknown>,
): NamedFormula[] =>
  boundProperties(formula, "formula", config).flatMap(({ value, property, step = "" }) => {
    const written = String(value ?? "").trim();
    return written === "" ? [] : [{ written, property, step }];
  });

/** The id of a formula in a property; null for anything that is none. */
export const formulaIdIn = (written: string): number | null =>
  /^\d{1,10}$/.test(written) && Number(written) > 0 && Number(written) < 2 ** 31 ? Number(written) : null;
