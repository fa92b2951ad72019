import { namesByField } from "#server/formula/property.ts";
import { STEP_TYPES } from "#server/formula/steps/registry.ts";
import type { Draft } from "./draft.ts";
import type { Problem } from "./problem.ts";
import type { Speech } from "./speech.ts";

/** The published formulas that each formula runs as steps, by their ids. */
export type FormulaCalls = ReadonlyMap<number, { name: string; runs: readonly number[] }>;

/** The formula that a step runs; undefined if it is an expression, which is evaluated at run time. */
export function calledFormula(formulaId: unknown): number | undefined {
  const text = String(formulaId ?? "");
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** Cycles of formulas, at the step that closes the cycle: a run would stop at the depth limit. */
export function callCycles(
  { steps }: Draft,
  formulaId: number | null,
  calls: FormulaCalls | undefined,
  { t }: Speech,
): Problem[] {
  if (formulaId === null) return [];
  return steps.flatMap(({ name, type, properties }): Problem[] => {
    const [property] = namesByField(STEP_TYPES[type].properties, "formula");
    const called = property === undefined ? undefined : calledFormula(properties[property]);
    const way = called === undefined ? undefined : wayTo(formulaId, called, calls ?? new Map());
    if (!way || property === undefined) return [];
    const names = way.map((id) => calls?.get(id)?.name ?? t("problems.formula", { id: String(id) }));
    const message = names.length === 0 ? t("problems.runsItself") : t("problems.circle", { names: names.join(", ") });
    return [{ severity: "hint", message, at: { step: name }, property }];
  });
}

/** The formulas on a path from one to another, without the first; undefined if there is no path. */
function wayTo(to: number, from: number, calls: FormulaCalls): number[] | undefined {
  const cameFrom = new Map<number, number | undefined>([[from, undefined]]);
  for (const at of cameFrom.keys()) {
    if (at === to) {
      const way: number[] = [];
      for (let before = cameFrom.get(at); before !== undefined; before = cameFrom.get(before)) way.unshift(before);
      return way;
    }
    for (const next of calls.get(at)?.runs ?? []) if (!cameFrom.has(next)) cameFrom.set(next, at);
  }
  return undefined;
}
