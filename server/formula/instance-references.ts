import { references, resolveTemplate } from "./expression.ts";
import { hasRoot, referredIn, rootOf } from "./path.ts";
import { namesByField } from "./property.ts";
import type { Formula } from "./shape.ts";
import { STEP_TYPES } from "./steps/registry.ts";
import { TRIGGER_TYPES } from "./triggers/registry.ts";

/** An element instance that a formula names, and the place: `elementInstanceId of step "list"`. */
export type NamedInstance = { elementInstanceId: number; where: string } & Place;

/** The property of a step, or of the trigger. */
type Place = { property: string; step?: string };

type Named = Pick<Formula, "triggers" | "steps">;

/** The kind of reference in a property. */
type Field = "instance" | "formula";

/** The id of an element instance in a property or variable: a whole number or its digits; null for anything else. */
export const instanceIdIn = (value: unknown): number | null => {
  const text = typeof value === "number" || typeof value === "string" ? String(value).trim() : "";
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
};

/** The element instances whose ids a formula itself contains, which are the same for all its instances. */
export const literalInstances = (formula: Named): NamedInstance[] =>
  places(formula).flatMap(({ value, path: _, ...place }) => {
    const elementInstanceId = instanceIdIn(value);
    return elementInstanceId === null ? [] : [{ elementInstanceId, ...place }];
  });

/**
 * The element instances that triggers and steps name after the variables of an instance are filled in, also if an id is
 * composed of several. Ids from the run's data are not known yet and left out.
 */
export const boundInstances = (formula: Named, config: Record<string, unknown>): NamedInstance[] =>
  boundProperties(formula, "instance", config).flatMap(({ value, ...place }) => {
    const elementInstanceId = instanceIdIn(value);
    return elementInstanceId === null ? [] : [{ elementInstanceId, ...place }];
  });

/** The properties of this field with the variables of an instance filled in, without those that need a run's data. */
export const boundProperties = (formula: Named, field: Field, config: Record<string, unknown>) =>
  places(formula, field).flatMap(({ value, path: _, ...place }) => {
    if (typeof value !== "string") return [{ value, ...place }];
    if (!isOfVariables(value, config)) return [];
    return [{ value: resolveTemplate(value, { config }, { shorthand: true }), ...place }];
  });

/** Whether a text refers to variables of the formula only. */
export function isOfVariables(text: string, config: Record<string, unknown>): boolean {
  const names = { config: Object.keys(config), steps: [] };
  return references(text).every(({ path }) => rootOf(path) === "config" || referredIn(path, names, true) !== undefined);
}

/**
 * The references in these properties that the runtime does not fill: `${things}` in place of `${config.things}`, except
 * in engine v1 for the name of a variable or step.
 */
export function unfilledReferences(
  formula: Named & Pick<Formula, "configuration" | "engine">,
  config: Record<string, unknown>,
): { path: ["triggers" | "steps", number, "properties", string]; message: string }[] {
  const keys = [...formula.configuration.flatMap(({ key, name }) => [key, name]), ...Object.keys(config)];
  const names = { config: keys, steps: formula.steps.map(({ name }) => name) };
  return places(formula).flatMap(({ value, where, path }) => {
    const wrong = references(typeof value === "string" ? value : "").find(
      ({ path: written }) =>
        !hasRoot(written) && (formula.engine === "v3" || referredIn(written, names, true) === undefined),
    );
    if (!wrong) return [];
    const name = wrong.path.slice(0, MOST_SHOWN);
    const isVariable = referredIn(wrong.path, { ...names, steps: [] }, true) !== undefined;
    const hint = isVariable ? `write \${config.${name}}.` : "it must begin with config, steps, trigger or info.";
    return [{ path, message: `${where}: \${${name}} is no reference: ${hint}` }];
  });
}

const MOST_SHOWN = 100;

type InProperty = Place & {
  value: unknown;
  where: string;
  path: ["triggers" | "steps", number, "properties", string];
};

/** All properties that are defined as this field. */
function places({ triggers, steps }: Named, field: Field = "instance"): InProperty[] {
  return [
    ...triggers.flatMap(({ type, properties }, at) =>
      namesByField(TRIGGER_TYPES[type].properties, field).map(
        (name): InProperty => ({
          value: properties[name],
          where: `${name} of the trigger`,
          property: name,
          path: ["triggers", at, "properties", name],
        }),
      ),
    ),
    ...steps.flatMap(({ type, name: step, properties }, at) =>
      namesByField(STEP_TYPES[type].properties, field).map(
        (name): InProperty => ({
          value: properties[name],
          where: `${name} of step "${step}"`,
          property: name,
          step,
          path: ["steps", at, "properties", name],
        }),
      ),
    ),
  ];
}
