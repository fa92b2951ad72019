import type { Context } from "./context.ts";
import type { RunFailureReason } from "./failure-reason.ts";

/** Formulas without an engine also run as `v1`. */
export type Engine = "v1" | "v3";

/**
 * The outcome of one step run (spec §3). `output` becomes `${steps.<name>}`. `notes` are recorded beside it (`console`,
 * `notify`): they join the output when that is an object, and its records in any case.
 * Filters and loops use `onFailure` as their second port, so only `error` marks a failure of the execution.
 */
export type StepOutcome = {
  output?: unknown;
  notes?: Record<string, unknown>;
} & (
  | {
      took: "onSuccess" | "onFailure";
      error?: string;
      /** The reason of the error, for code that depends on it. */
      reason?: RunFailureReason | undefined;
      /** The state for the step's next visit in this execution; undefined clears it. */
      memory?: unknown;
    }
  /** Ends this run of the execution; it starts again with the same input after `delayMinutes`. */
  | { took: "retry"; delayMinutes: number }
);

export type PlannedStep = {
  name: string;
  type: string;
  properties: Record<string, unknown>;
  onSuccess: string[];
  onFailure: string[];
  /** The loops inside this loop, which each of its items restarts. */
  restarts?: string[];
};

/** The complete state of a run of one formula: `settle` on the same outcomes yields the same walk. */
export type Walk = {
  /** Names to visit, the next one last: several names in one list run in order, depth first. */
  agenda: string[];
  context: Context;
  /** The memory of steps for their next visit. */
  memory: Record<string, unknown>;
  /** How often each step ran. */
  visits: Record<string, number>;
  /** Output of the step that ran last: the result of the run. */
  last: unknown;
  /** The error of the first step that failed. */
  error: string | undefined;
  /** Minutes until the execution is retried, once a step requested that. */
  retry: number | undefined;
};

/**
 * Replaces the clock and random numbers of scripts, so that each run gives the same result: the time in milliseconds,
 * and the seed of random numbers.
 */
export type Repeatable = { at: number; seed: string };

/** The seed of one visit of a step: other than that of every other visit, and the same each time. */
export const visitSeed = (seed: string, step: string, visit: number): string => `${seed}/${step}#${visit}`;

/** The input of a sandbox process that runs the pure steps of a formula by itself. */
export type Segment = {
  engine: Engine;
  attempt: number;
  steps: PlannedStep[];
  walk: Walk;
  /** The maximum number of steps to run. */
  budget: number;
  repeatable?: Repeatable | undefined;
};
