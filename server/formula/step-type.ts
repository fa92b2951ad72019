import { z } from "zod";
import type { Context } from "./context.ts";
import type { Ports } from "./ports.ts";
import { savedShape } from "./property.ts";

/** `v1` runs formulas without an engine as well. */
export type Engine = "v1" | "v3";

/**
 * What one run of a step decided (spec §3). `output` becomes `${steps.<name>}`. `notes` are told beside it
 * (`console`, `notify`): they join the output when that is an object, and its records in any case.
 *
 * Filters and loops use `onFailure` as their other door, so only `error` marks a failure of the execution.
 */
export type StepOutcome = {
  output?: unknown;
  notes?: Record<string, unknown>;
} & (
  | {
      took: "onSuccess" | "onFailure";
      error?: string;
      /** What the step wants to be handed at its next visit in this execution; undefined forgets. */
      memory?: unknown;
    }
  /** Ends this run of the execution; it begins again with the same input after `delayMinutes`. */
  | { took: "retry"; delayMinutes: number }
);

/** The world and the runner's own gift: a formula run inside this execution. */
export type StepPorts = Ports & {
  formula: (call: {
    formulaId: number;
    args: unknown;
    subFormulaConfigs: Record<string, unknown>;
  }) => Promise<{ output: unknown; error?: string }>;
};

export type StepRun<Properties> = {
  name: string;
  /** Resolved and parsed. */
  properties: Properties;
  context: Context;
  ports: StepPorts;
  engine: Engine;
  /** What the step's last outcome in this execution left in `memory`. */
  memory: unknown;
  /** How many times the whole execution has begun, from 1 (spec §8, attempt number). */
  attempt: number;
  /** The same for each try of this visit, another for each visit. */
  idempotencyKey: string;
  /** The `notification.email` setting of the instance. */
  notifyTo?: string | undefined;
  signal: AbortSignal;
};

export type StepType<Type extends string = string, Properties extends z.ZodObject = z.ZodObject> = {
  type: Type;
  label: string;
  /** One sentence for the palette and the docs. */
  summary: string;
  properties: Properties;
  /** Runs inside the sandbox process together with its neighbors: no port but `sandbox`, no waiting. */
  pure?: true;
  /** The engine that refuses it when a formula is saved. */
  refusedBy?: Engine;
  /** How deep an output is taken apart into records (spec §2.10): 1 (default) is one per key, 0 one for all. */
  recordDepth?: (engine: Engine) => number;
  /** Whether this run may change something outside, so that what came before must be on disk first. */
  changesOutside: (properties: z.output<Properties>) => boolean;
  /** A step of this type as people write it, for docs and tests. */
  example: z.input<Properties>;
  run: (step: StepRun<z.output<Properties>>) => StepOutcome | Promise<StepOutcome>;
};

/**
 * Makes a step type from its one definition: the strict `properties` for the runner, the saved `schema` for
 * REST validation and the designer.
 */
export function defineStepType<const Type extends string, Properties extends z.ZodObject>(
  stepType: StepType<Type, Properties>,
) {
  const schema = z.object({
    name: z.string(),
    type: z.literal(stepType.type),
    properties: savedShape(stepType.properties),
  });
  return { ...stepType, schema };
}
