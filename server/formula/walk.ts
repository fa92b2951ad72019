import { resolveProperties } from "./resolve.ts";
import type { StepPorts } from "./step-type.ts";
import { stepTypeOf } from "./steps/registry.ts";
import type { Engine, PlannedStep, Segment, StepOutcome, Walk } from "./walk-state.ts";

/** The step on top of the agenda; undefined at the end. */
export const nextName = (walk: Walk) => walk.agenda.at(-1);

/** Applies an outcome to the walk: output, memory, and next steps (spec §3). */
export function settle(walk: Walk, step: PlannedStep, outcome: StepOutcome): void {
  walk.agenda.pop();
  walk.visits[step.name] = (walk.visits[step.name] ?? 0) + 1;
  const output = outputInContext(outcome);
  walk.context.steps[step.name] = output;
  walk.last = output;
  if (outcome.took === "retry") {
    walk.agenda = [];
    walk.retry = outcome.delayMinutes;
    return;
  }
  walk.memory[step.name] = outcome.memory;
  if (step.restarts && outcome.took === "onSuccess") for (const loop of step.restarts) walk.memory[loop] = undefined;
  walk.error ??= outcome.error;
  walk.agenda.push(...step[outcome.took].toReversed());
}

/** The value of `${steps.<name>}` after an outcome: for a failed step with the error. */
export function outputInContext({ output, notes, ...outcome }: StepOutcome): unknown {
  const error = "error" in outcome && outcome.error !== undefined ? { error: outcome.error } : undefined;
  if (output === undefined && (error || notes)) return { ...notes, ...error };
  const isObject = typeof output === "object" && output !== null && !Array.isArray(output);
  return isObject && (error || notes) ? { ...error, ...output, ...notes } : output;
}

export type VisitWorld = {
  ports: StepPorts;
  engine: Engine;
  attempt: number;
  idempotencyKey: string;
  /** Awaited before a step that changes something outside: earlier records must be on disk. */
  beforeChange?: () => Promise<void>;
  /** The `notification.email` setting of the instance. */
  notifyTo?: string | undefined;
  signal: AbortSignal;
};

/** Runs one step once. Errors of its properties or code are outcomes; only faults of the engine throw. */
export async function visit(
  step: PlannedStep,
  walk: Walk,
  { beforeChange, ...world }: VisitWorld,
): Promise<StepOutcome> {
  const stepType = stepTypeOf(step);
  const resolved = resolveProperties(stepType.properties, step.properties, walk.context, world.engine);
  if (!resolved.ok) return { took: "onFailure", error: resolved.error };
  const { properties } = resolved;
  if (beforeChange && stepType.changesOutside(properties)) await beforeChange();
  return stepType.run({
    ...world,
    name: step.name,
    properties,
    context: walk.context,
    memory: walk.memory[step.name],
  });
}

/**
 * Runs pure steps from the top of the agenda until one is not pure, the budget is spent or `mayContinue` returns false. At
 * least one step runs. A sandbox process does this with a segment.
 */
export async function walkPureSteps(
  { engine, attempt, steps, walk, budget }: Segment,
  ports: StepPorts,
  onOutcome: (name: string, outcome: StepOutcome) => void,
  mayContinue: () => boolean,
  signal: AbortSignal,
): Promise<void> {
  const byName = new Map(steps.map((step) => [step.name, step]));
  for (let ran = 0; ran < budget; ran++) {
    if (ran > 0 && !mayContinue()) return;
    const step = byName.get(nextName(walk) ?? "");
    if (!step) return;
    const outcome = await visit(step, walk, { ports, engine, attempt, idempotencyKey: "", signal });
    onOutcome(step.name, outcome);
    settle(walk, step, outcome);
  }
}
