import { hasFailed } from "#server/formula/has-failed.ts";
import type { RouterOutputs } from "../api/trpc.ts";

export type Run = RouterOutputs["execution"]["read"];
export type RunStep = Run["steps"][number];

export type StepCount = Run["counts"][number];

/** Where a selection is: a formula of the run, one of its steps, and its visit, from 1. */
type At = { path: string; step: string | null; visit: number | null };

/**
 * Finds the record at a place. The default step is the first failure, or the last step of an ended run; the default
 * visit is the first failed one, or the last.
 */
export function chosenStep(steps: readonly RunStep[], place: At, isEnded: boolean): RunStep | null {
  const here = steps.filter(({ path }) => path === place.path);
  const usual = here.find(hasFailed) ?? (isEnded ? here.at(-1) : undefined);
  const visits = here.filter(({ name }) => name === (place.step ?? usual?.name));
  const chosen =
    place.visit === null
      ? (visits.find(hasFailed) ?? visits.at(-1))
      : visits.find(({ visit }) => visit === place.visit);
  return chosen ?? null;
}

/** The place of a record, as stored in the address. */
export function placeOf({ steps, stepCount, counts }: Pick<Run, "steps" | "stepCount" | "counts">, step: RunStep) {
  const isSame = ({ path, name }: RunStep) => path === step.path && name === step.name;
  const isWhole = steps.length === stepCount;
  const visits = isWhole ? steps.filter(isSame).length : step.path === "" ? visitsIn(counts, step.name) : 2;
  return { path: step.path, step: step.name, visit: visits > 1 ? step.visit : null };
}

/** How often a step ran, in all attempts. */
export const visitsIn = (counts: readonly StepCount[], name: string): number =>
  counts.reduce((sum, count) => sum + (count.name === name ? count.visits : 0), 0);

/** The numbers of each step of one formula among these records, as the server counts them for a long run. */
export function countsIn(steps: readonly RunStep[], path: string): StepCount[] {
  const here = steps.filter((step) => step.path === path);
  return [...Map.groupBy(here, ({ attempt, name }) => `${attempt} ${name}`).values()].flatMap((visits) => {
    const last = visits.at(-1);
    if (!last) return [];
    const failed = visits.filter(({ error }) => error !== null);
    const took: Record<string, number> = {};
    for (const visit of visits) if (visit.error === null) took[visit.took] = (took[visit.took] ?? 0) + 1;
    return [
      {
        ...{ name: last.name, type: last.type, attempt: last.attempt, took, last },
        ...{ visits: visits.length, failures: failed.length, lastSeq: last.seq },
        ...{ error: failed[0]?.error ?? null, failedSeq: failed[0]?.seq ?? null },
        durationMs: visits.reduce((sum, { durationMs }) => sum + durationMs, 0),
      },
    ];
  });
}

/** Records that follow each other without a gap. */
export function segmentsOf(steps: readonly RunStep[]): RunStep[][] {
  const segments: RunStep[][] = [];
  for (const step of steps) {
    const segment = segments.at(-1);
    if (segment?.at(-1)?.position === step.position - 1) segment.push(step);
    else segments.push([step]);
  }
  return segments;
}

/** The records of both lists, in order. */
export function mergedSteps(steps: readonly RunStep[], others: readonly RunStep[]): RunStep[] {
  const known = new Set(steps.map(({ position }) => position));
  const added = new Map(others.map((step) => [step.position, step]));
  const missing = [...added.values()].filter(({ position }) => !known.has(position));
  return [...steps, ...missing].sort((one, other) => one.position - other.position);
}

/** The formula steps on the way to a path, outermost first: `/a#0/b#2` is a's first visit and in it b's third. */
export function breadcrumbOf(path: string): { path: string; parent: string; name: string; visit: number }[] {
  const trail = [];
  for (const { 0: part, 1: name = "", 2: visit, index } of path.matchAll(/\/([^#]*)#(\d+)/g))
    trail.push({ path: path.slice(0, index + part.length), parent: path.slice(0, index), name, visit: Number(visit) });
  return trail;
}
