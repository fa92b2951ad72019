import { type ExecutionStatus, isFinal } from "#server/formula/execution-status.ts";
import { portWithRole } from "#server/formula/find-definition.ts";
import { hasFailed } from "#server/formula/has-failed.ts";
import type { Arrow } from "./graph.ts";

/** One run as it is drawn on the canvas. */
export type RunOverlay = {
  executionId: number;
  status: ExecutionStatus;
  error?: string | undefined;
  durationMs: number;
  /** The steps that were loaded: of a long run not all. */
  steps: OverlayStep[];
  /** The number of all steps of the run. */
  stepCount: number;
  /** The numbers of each step in the whole run. */
  counts: OverlayCount[];
  /** The step that is running, or was when the run was stopped. */
  unfinished: string | null;
};

/** How often a step ran in one attempt, by the port that it took, and its last record. */
export type OverlayCount = {
  name: string;
  type: string;
  attempt: number;
  visits: number;
  took: Readonly<Record<string, number>>;
  failures: number;
  durationMs: number;
  last: Omit<OverlayStep, "name">;
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
  status: "success" | "failed" | "running" | "unfinished";
  /** How often it ran; for a loop, the number of its items. */
  visits: number;
  durationMs: number;
  /** The ports that the run took. */
  took: Set<string>;
  last: OverlayStep | null;
};

type Read = Omit<RunOverlay, "executionId" | "steps" | "unfinished"> & {
  id: number;
  unfinished: { name: string } | null;
  steps: (OverlayStep & { path: string; attempt: number; type: string })[];
};

/** The last attempt of a run at one of its formulas; the trigger is recorded once, by the first attempt. */
export function overlayOf({ id, steps, counts, unfinished, ...run }: Read, path = ""): RunOverlay {
  const { status, error, durationMs, stepCount } = run;
  const here = steps.filter((step) => step.path === path);
  const last = Math.max(...counts.map(({ attempt }) => attempt));
  const isShown = ({ attempt, type }: { attempt: number; type: string }) => attempt === last || type === "trigger";
  return {
    ...{ executionId: id, status, error, durationMs, stepCount, counts: counts.filter(isShown) },
    steps: here.filter(isShown).map((step) => ({ ...step, status: hasFailed(step) ? "failed" : "success" })),
    unfinished: path === "" ? (unfinished?.name ?? null) : null,
  };
}

/** The outcome of each step of the run, by its name; a step that is not included was not reached. */
export function outcomesOf({
  counts,
  unfinished,
  status,
}: Pick<RunOverlay, "counts" | "unfinished" | "status">): Map<string, Outcome> {
  const outcomes = new Map<string, Outcome>();
  for (const { name, type, visits, took, failures, durationMs, last } of counts) {
    const before = outcomes.get(name);
    const body = portWithRole(type, "body");
    const items = body ? (took[body] ?? 0) + failures : 0;
    outcomes.set(name, {
      status: hasFailed(last) ? "failed" : "success",
      visits: (before?.visits ?? 0) + (items || visits),
      durationMs: (before?.durationMs ?? 0) + durationMs,
      took: new Set([...(before?.took ?? []), ...Object.keys(took), ...(failures > 0 ? ["onFailure"] : [])]),
      last: { name, ...last },
    });
  }
  if (unfinished !== null) {
    const before = outcomes.get(unfinished) ?? { visits: 0, durationMs: 0, took: new Set(), last: null };
    outcomes.set(unfinished, { ...before, status: isFinal(status) ? "unfinished" : "running" });
  }
  return outcomes;
}

/** Whether the run followed this arrow: it took that port of the part, and reached the arrow's target. */
export function isTaken(outcomes: ReadonlyMap<string, Outcome>, { from, port, to }: Arrow): boolean {
  const left = outcomes.get("step" in from ? from.step : "trigger");
  return left?.took.has(port) === true && outcomes.has(to);
}
