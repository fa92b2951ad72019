import type { Publisher } from "../account/run-limit.ts";
import type { PlainScript } from "../script/plain-script/plain-script.ts";
import { instanceKeys } from "./bound-values.ts";
import { innerLoops } from "./inner-loops.ts";
import { secretKeys } from "./secret-values.ts";
import type { Formula } from "./shape.ts";
import { DEFAULT_TRIGGER } from "./triggers/registry.ts";
import { withKeysForNames } from "./variable-names.ts";
import type { Engine, PlannedStep } from "./walk-state.ts";

/** A compiled formula: compiled once per revision and shared by all its executions. */
export type Plan = {
  formulaId: number;
  formulaName: string;
  revision: number;
  /** The person who published this revision; undefined for a plan that only replays records. */
  publisher: Publisher | undefined;
  engine: Engine;
  triggerType: Formula["triggers"][number]["type"];
  /** The keys of secret variables, whose values no record shows. */
  secretKeys: ReadonlySet<string>;
  /** The keys of variables that name element instances. */
  instanceKeys: readonly string[];
  /** The names of the steps that run first. */
  first: string[];
  steps: ReadonlyMap<string, PlannedStep>;
  /** Segments by their first step, created on demand (`segment.ts`). */
  segments: Map<string, PlannedSegment>;
  /** The plain scripts of steps, null for other scripts; read on demand (`plain-result.ts`). */
  plain: Map<string, PlainScript | null>;
};

/** Pure steps that can run in sequence without leaving the sandbox, and the parts of the context they may read. */
export type PlannedSegment = { steps: PlannedStep[]; reads: Reads };

/** `steps: "all"` when the code may reach any step's output. */
export type Reads = { trigger: boolean; config: boolean; steps: "all" | ReadonlySet<string> };

/** Compiles one revision. A formula without an engine runs as v1. */
export function compile(
  formula: Formula,
  { formulaId, revision, publisher }: { formulaId: number; revision: number; publisher?: Publisher },
): Plan {
  const { triggers, steps } = withKeysForNames(formula);
  const [trigger] = triggers;
  const first = trigger?.onSuccess ?? [];
  const inner = innerLoops(new Map(steps.map((step) => [step.name, step])), first);
  return {
    formulaId,
    formulaName: formula.name,
    revision,
    publisher,
    engine: formula.engine === "v3" ? "v3" : "v1",
    triggerType: (trigger ?? DEFAULT_TRIGGER).type,
    secretKeys: secretKeys(formula.configuration),
    instanceKeys: instanceKeys(formula.configuration),
    first,
    steps: new Map(
      steps.map(({ name, type, properties, onSuccess, onFailure }) => {
        const restarts = inner.get(name);
        return [name, { name, type, properties, onSuccess, onFailure, ...(restarts && { restarts }) }];
      }),
    ),
    segments: new Map(),
    plain: new Map(),
  };
}
