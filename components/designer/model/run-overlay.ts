import type { ExecutionStatus } from "#server/formula/execution-status.ts";
import type { Arrow } from "./graph.ts";

/** One run as it is drawn on the canvas. */
export type RunOverlay = {
  executionId: number;
  status: ExecutionStatus;
  error?: string | undefined;
  durationMs: number;
  steps: OverlayStep[];
};

export type OverlayStep = {
  id: number;
  name: string;
  status: "success" | "failed";
  /** The port by which the run continued; none after a retry. */
  took: string;
  durationMs: number;
  error: string | null;
};

export type Outcome = {
  status: "success" | "failed" | "waiting";
  visits: number;
  durationMs: number;
  /** The ports that the run took. */
  took: Set<string>;
  last: OverlayStep | null;
};

/** The outcome of each step of the run, by its name; a step that is not included was not reached. */
export function outcomesOf({ steps }: RunOverlay): Map<string, Outcome> {
  const outcomes = new Map<string, Outcome>();
  for (const step of steps) {
    const before = outcomes.get(step.name);
    outcomes.set(step.name, {
      status: step.status,
      visits: (before?.visits ?? 0) + 1,
      durationMs: (before?.durationMs ?? 0) + step.durationMs,
      took: (before?.took ?? new Set()).add(step.took),
      last: step,
    });
  }
  return outcomes;
}

/** Whether the run followed this arrow: it took that port of the part, and reached the arrow's target. */
export function isTaken(outcomes: ReadonlyMap<string, Outcome>, { from, port, to }: Arrow): boolean {
  const left = outcomes.get("step" in from ? from.step : "trigger");
  return left?.took.has(port) === true && outcomes.has(to);
}
