import type { Formula } from "#server/formula/shape.ts";
import type { Definition } from "#server/store/formula/formulas.ts";

const PARTS_PER_FORMULA = 1_000_000;

/**
 * Assigns ids to all steps, triggers and variables: the id in `before` (steps and variables by their name, triggers by
 * their position) or a new one. Ids are unique over all formulas: the formula's id times a million, plus a running
 * number.
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

/** Assigns an id to one more part. */
export function identifyPart<Part>(
  part: Part,
  formulaId: number,
  { partCount }: Definition,
): { part: Part & { id: number }; partCount: number } {
  return { part: { ...part, id: formulaId * PARTS_PER_FORMULA + partCount + 1 }, partCount: partCount + 1 };
}
