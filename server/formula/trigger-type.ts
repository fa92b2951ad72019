import type { z } from "zod";
import type { Definition, Output, PartPorts, Phrase } from "./definition.ts";
import { savedShape } from "./property.ts";

/** The value of `trigger` in expressions and scripts. It is stored with the execution, so it is plain JSON. */
export type TriggerContext = Record<string, unknown>;

export type TriggerType<Type extends string, Properties extends z.ZodObject, Input> = Omit<Definition, "color"> & {
  type: Type;
  /** The designer's wording of it for a new formula. */
  offer: string;
  /** The trigger as lists show it. */
  sentence: readonly Phrase[];
  properties: Properties;
  /** A trigger of this type as people write it, for docs and tests. */
  example: z.input<Properties>;
  /** The event or request, as formulas read it (spec §2.3). */
  context: (input: Input) => TriggerContext;
  /**
   * The runs that `POST …/executions` with this body starts: one, or one for each event in it. A body that does not
   * have the trigger's form becomes `trigger.args`.
   */
  fromManual: (body: unknown) => TriggerContext[];
  /** The depth to which `trigger` is split into records, and the keys that are recorded (spec §2.10). */
  recordDepth: number;
  recorded: readonly string[];
  /** The keys below `trigger` that only this type has. */
  contextKeys?: readonly string[];
  /**
   * Sample data to test a formula before any data of its trigger is known, for this element instance if one is known.
   */
  sample: (at?: { elementInstanceId: unknown }) => unknown;
  /** The body of `POST …/executions` that starts a run like the one with this recorded trigger. */
  asManual: (recorded: Record<string, unknown>) => unknown;
  /**
   * The source of its runs: events of the element instance in its properties, requests to it, the times of its cron, or
   * a request to our own API, which can also make its formula a resource.
   */
  source: "events" | "requests" | "schedule" | "api";
  /** Says in a sentence what started a run; `about` is an object or a request. */
  story: readonly Phrase<{ about: string | undefined }>[];
};

const STARTS: PartPorts = { onSuccess: { label: "starts", role: "next" } };

/** Creates a trigger type from one definition, as `defineStepType` does for steps. */
export function defineTriggerType<const Type extends string, Properties extends z.ZodObject, Input>(
  triggerType: TriggerType<Type, Properties, Input>,
) {
  const { ports = STARTS, outputs = [] as readonly Output[] } = triggerType;
  const color = "step-trigger" as const;
  return { ...triggerType, ports, outputs, color, saved: savedShape(triggerType.properties) };
}

/** A trigger type whose properties are not known. */
export type TriggerDefinition = ReturnType<typeof defineTriggerType<string, z.ZodObject, never>>;
