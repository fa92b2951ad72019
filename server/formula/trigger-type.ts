import type { z } from "zod";
import type { Definition, Output, PartPorts, Phrase } from "./definition.ts";
import { savedShape } from "./property.ts";

/** What `trigger` holds in expressions and scripts. It is stored with the execution, so it is plain JSON. */
export type TriggerContext = Record<string, unknown>;

export type TriggerType<Type extends string, Properties extends z.ZodObject, Input> = Omit<Definition, "color"> & {
  type: Type;
  /** How the designer offers it for a new formula. */
  offer: string;
  /** The trigger, as lists show it. */
  sentence: readonly Phrase[];
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
  /** What only a trigger of this type has below `trigger`. */
  contextKeys?: readonly string[];
  /**
   * Sample data for testing a formula before anything is known of its trigger's data, at this element instance if one
   * is known.
   */
  sample: (at?: { elementInstanceId: unknown }) => unknown;
  /** The body of `POST …/executions` that begins a run as the one in which this trigger was recorded. */
  asManual: (recorded: Record<string, unknown>) => unknown;
  /**
   * What it waits for: events of the element instance in its properties, requests to it, the times of its cron, or a
   * request to our own API, which can also make its formula a resource.
   */
  source: "events" | "requests" | "schedule" | "api";
  /** Tells what started a run, in a sentence without its full stop; `about` is an object or a call. */
  story: (about: string | undefined) => string;
};

const STARTS: PartPorts = { onSuccess: { label: "starts", role: "next" } };

/** Makes a trigger type from its one definition, as `defineStepType` does for steps. */
export function defineTriggerType<const Type extends string, Properties extends z.ZodObject, Input>(
  triggerType: TriggerType<Type, Properties, Input>,
) {
  const { ports = STARTS, outputs = [] as readonly Output[] } = triggerType;
  const color = "step-trigger" as const;
  return { ...triggerType, ports, outputs, color, saved: savedShape(triggerType.properties) };
}

/** A trigger type whose properties are not known. */
export type TriggerDefinition = ReturnType<typeof defineTriggerType<string, z.ZodObject, never>>;
