import { typesOf } from "../registry.ts";
import type { PortName } from "./definition.ts";
import type { StepDefinition } from "./step-type.ts";
import { STEP_TYPES } from "./steps/registry.ts";
import type { TriggerDefinition } from "./trigger-type.ts";
import { TRIGGER_TYPES, type TriggerTypeName } from "./triggers/registry.ts";

// Each definition has its own property types; looked up by name, only the general type is known.
const STEPS = STEP_TYPES as unknown as Record<string, StepDefinition>;
const TRIGGERS = TRIGGER_TYPES as unknown as Record<string, TriggerDefinition>;

/** The definition of a recorded step type; undefined if it does not exist any more. */
export const findStepType = (type: string): StepDefinition | undefined =>
  Object.hasOwn(STEPS, type) ? STEPS[type] : undefined;

export const findTriggerType = (type: string): TriggerDefinition | undefined =>
  Object.hasOwn(TRIGGERS, type) ? TRIGGERS[type] : undefined;

type Role = NonNullable<NonNullable<StepDefinition["ports"][PortName]>["role"]>;

/** The port of a step type that has this role. */
export const portWithRole = (type: string, role: Role): PortName | undefined => {
  const { onSuccess, onFailure } = findStepType(type)?.ports ?? {};
  if (onSuccess?.role === role) return "onSuccess";
  return onFailure?.role === role ? "onFailure" : undefined;
};

/** The step types with a port of this role. */
export const stepTypesWithRole = (role: Role): string[] =>
  Object.keys(STEPS).filter((type) => portWithRole(type, role) !== undefined);

/** The trigger types with this source. */
export const triggerTypesBy = (source: TriggerDefinition["source"]): TriggerTypeName[] =>
  typesOf(TRIGGER_TYPES).filter((type) => TRIGGERS[type]?.source === source);
