import type { Formula } from "#server/formula/shape.ts";
import type { Definition } from "#server/store/formula/formulas.ts";

const PARTS_PER_FORMULA = 1_000_000;

/**
 * Gives every step, trigger and variable its id: the one it had in `before` (steps and variables by their name,
 * triggers by their place) or a new one. Ids are unique over all formulas: the formula's own times a million, plus
 * a running number.
 */
export function identifyParts(formula: Formula, formulaId: number, before?: Definition): Definition {
  let partCount = before?.partCount ?? 0;
  const nextId = () => formulaId * PARTS_PER_FORMULA + ++partCount;
  const known = {
    steps: new Map(before?.steps.map(({ name, id }) => [name, id])),
    configuration: new Map(before?.configuration.map(({ key, id }) => [key, id])),
  };
  const taken = new Set<number>();
  const once = (id: number | undefined) => {
    const own = id === undefined || taken.has(id) ? nextId() : id;
    taken.add(own);
    return own;
  };
  return {
    ...formula,
    triggers: formula.triggers.map((trigger, place) => ({ ...trigger, id: once(before?.triggers[place]?.id) })),
    steps: formula.steps.map((step) => ({ ...step, id: once(known.steps.get(step.name)) })),
    configuration: formula.configuration.map((variable) => ({
      ...variable,
      id: once(known.configuration.get(variable.key)),
    })),
    debugLoggingExpires: before?.debugLoggingExpires,
    monitored: before?.monitored,
    partCount,
  };
}

/** An id for one part more. */
export function identifyPart<Part>(
  part: Part,
  formulaId: number,
  { partCount }: Definition,
): { part: Part & { id: number }; partCount: number } {
  return { part: { ...part, id: formulaId * PARTS_PER_FORMULA + partCount + 1 }, partCount: partCount + 1 };
}
