import type { z } from "zod";
import { savedShape } from "./property.ts";

/** What `trigger` holds in expressions and scripts. It is stored with the execution, so it is plain JSON. */
export type TriggerContext = Record<string, unknown>;

export type TriggerType<Type extends string, Properties extends z.ZodObject, Input> = {
  type: Type;
  label: string;
  /** One sentence for the designer and the docs. */
  summary: string;
  properties: Properties;
  /** A trigger of this type as people write it, for docs and tests. */
  example: z.input<Properties>;
  /** What happened, as formulas read it (spec §2.3). */
  context: (input: Input) => TriggerContext;
  /**
   * The runs that `POST …/executions` with this body starts: one, or one for each event in it. A body that is not of
   * the trigger's form is read as `trigger.args`.
   */
  fromManual: (body: unknown) => TriggerContext[];
  /** How deep `trigger` is taken apart into records, and which of its keys are recorded (spec §2.10). */
  recordDepth: number;
  recorded: readonly string[];
};

/** Makes a trigger type from its one definition, as `defineStepType` does for steps. */
export function defineTriggerType<const Type extends string, Properties extends z.ZodObject, Input>(
  triggerType: TriggerType<Type, Properties, Input>,
) {
  return { ...triggerType, saved: savedShape(triggerType.properties) };
}
