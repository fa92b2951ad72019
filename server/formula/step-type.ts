import { z } from "zod";
import type { Context } from "./context.ts";
import type { Definition, Output, PartPorts } from "./definition.ts";
import type { RunFailureReason } from "./failure-reason.ts";
import type { Ports } from "./ports.ts";
import { hasScript, savedShape } from "./property.ts";
import { type StepStory, usualStory } from "./story.ts";
import type { Engine, StepOutcome } from "./walk-state.ts";

/** The ports of formulas, and the runner's port for a formula inside this execution. */
export type StepPorts = Ports & {
  formula: (call: {
    formulaId: number;
    args: unknown;
    subFormulaConfigs: Record<string, unknown>;
  }) => Promise<{ output: unknown; error?: string; reason?: RunFailureReason | undefined }>;
};

/** The stored result of a step run. */
export type Recorded = { output?: unknown; notes?: unknown; error?: string | null | undefined };

export type StepRun<Properties> = {
  name: string;
  /** Resolved and parsed. */
  properties: Properties;
  context: Context;
  ports: StepPorts;
  engine: Engine;
  /** The `memory` that the step's last outcome in this execution set. */
  memory: unknown;
  /** How many times the whole execution has started, from 1 (spec §8, attempt number). */
  attempt: number;
  /** The same for each attempt of this visit, different for each visit. */
  idempotencyKey: string;
  /** The `notification.email` setting of the instance. */
  notifyTo?: string | undefined;
  signal: AbortSignal;
};

/** The purposes of steps: the groups of the palette, in its order. */
export type Purpose = "call" | "decide" | "code" | "formulas";

export type StepType<Type extends string = string, Properties extends z.ZodObject = z.ZodObject> = Definition & {
  type: Type;
  purpose: Purpose;
  properties: Properties;
  /** The properties of a new step, with which it can be saved and run if possible. */
  starter?: Partial<z.input<Properties>>;
  /** Runs inside the sandbox process together with adjacent pure steps: no port but `sandbox`, no waiting. */
  pure?: true;
  /** Runs other steps inside this execution, whose outcomes are recorded before its own. */
  nests?: true;
  /** Its record is a request and the response to it. */
  isExchange?: true;
  /** The engine that refuses it when a formula is saved. */
  refusedBy?: Engine;
  /** Reasons, by property, why these properties cannot be saved, beyond their schema. */
  refusals?: (properties: Record<string, unknown>) => { property: string; message: string }[];
  /** The depth to which an output is split into records (spec §2.10): 1 (default) is one per key, 0 one for all. */
  recordDepth?: (engine: Engine) => number;
  /** The recorded part of an outcome; all of it by default. */
  recorded?: (outcome: Recorded) => Recorded;
  /** The keys of records that are booleans; all others are text. */
  booleans?: readonly string[];
  /** Derives the step's memory from the output, so that it need not be stored twice. */
  memoryFrom?: (outcome: { took: string; output: unknown }) => unknown;
  /**
   * The parts of an output that a user may change before a run continues from there: nothing, or all but the key of its
   * position.
   */
  edits?: "nothing" | { keep: string; change: string };
  /** Describes in a sentence what it did in a run; by default that it ran. */
  story?: StepStory;
  /** Whether this run may change data outside, so that earlier records must be stored first. */
  changesOutside: (properties: z.output<Properties>) => boolean;
  /** Sends e-mails to the `notification.email` setting of the instance. */
  mailsInstance?: true;
  /** Its requests to the platform have all rights of the owner of the formula. */
  actsAsOwner?: true;
  /** A step of this type as people write it, for docs and tests. */
  example: z.input<Properties>;
  run: (step: StepRun<z.output<Properties>>) => StepOutcome | Promise<StepOutcome>;
};

/** The ports of a step type that defines none. */
export const USUAL_PORTS: PartPorts = {
  onSuccess: { label: "success", role: "next" },
  onFailure: { label: "failure" },
};

const WHOLE_OUTPUT: readonly Output[] = [{ path: "", label: "its output" }];

/**
 * Creates a step type from one definition: the strict `properties` for the runner, the saved `schema` for REST
 * validation and the designer.
 */
export function defineStepType<const Type extends string, Properties extends z.ZodObject>(
  stepType: StepType<Type, Properties>,
) {
  const schema = z.object({
    name: z.string(),
    type: z.literal(stepType.type),
    properties: savedShape(stepType.properties),
  });
  const { ports = USUAL_PORTS, outputs = WHOLE_OUTPUT, story = usualStory(inSentence(stepType.label)) } = stepType;
  return { ...stepType, ports, outputs, story, hasScript: hasScript(stepType.properties), schema };
}

const inSentence = (label: string) => (/^[A-Z]{2}/.test(label) ? label : label.toLowerCase());

/** A step type whose properties are not known. */
export type StepDefinition = ReturnType<typeof defineStepType<string, z.ZodObject>>;
