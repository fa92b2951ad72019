import type { ExecutionStatus } from "#server/formula/execution-status.ts";

/** One run as it is laid over the canvas. */
export type Lens = {
  executionId: number;
  status: ExecutionStatus;
  error?: string | undefined;
  durationMs: number;
  steps: LensStep[];
};

export type LensStep = {
  id: number;
  name: string;
  status: "success" | "failed";
  durationMs: number;
  error: string | null;
};

export type Outcome = {
  status: "success" | "failed" | "waiting";
  visits: number;
  durationMs: number;
  last: LensStep | null;
};

/** What the run made of each step, by its name; a step that is not in it was not reached. */
export function outcomesOf({ steps }: Lens): Map<string, Outcome> {
  const outcomes = new Map<string, Outcome>();
  for (const step of steps) {
    const before = outcomes.get(step.name);
    outcomes.set(step.name, {
      status: step.status,
      visits: (before?.visits ?? 0) + 1,
      durationMs: (before?.durationMs ?? 0) + step.durationMs,
      last: step,
    });
  }
  return outcomes;
}

export const inWords = (ms: number): string =>
  ms < 1000 ? `${Math.round(ms)} ms` : ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 60_000)} min`;
