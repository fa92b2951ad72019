import { hasFailed } from "#server/formula/has-failed.ts";
import type { RouterOutputs } from "../api/trpc.ts";

export type Run = RouterOutputs["execution"]["read"];
export type RunStep = Run["steps"][number];

/** The records of the selected step in order, and the selected record. */
export type Chosen = { visits: RunStep[]; at: number; step: RunStep };

/**
 * Finds the record at a place. The default step is the first failure, or the last step of an ended run; the default
 * visit is the first failed one, or the last.
 */
export function chosenStep(
  steps: readonly RunStep[],
  place: { path: string; step: string | null; visit: number | null },
  isEnded: boolean,
): Chosen | null {
  const here = steps.filter(({ path }) => path === place.path);
  const usual = here.find(hasFailed) ?? (isEnded ? here.at(-1) : undefined);
  const name = place.step ?? usual?.name;
  const visits = here.filter((step) => step.name === name);
  const requested = place.visit === null ? -1 : place.visit - 1;
  const failed = visits.findIndex(hasFailed);
  const at = visits[requested] ? requested : failed >= 0 ? failed : visits.length - 1;
  const step = visits[at];
  return step ? { visits, at, step } : null;
}

/** The place of a record, as stored in the address. */
export function placeOf(steps: readonly RunStep[], step: RunStep) {
  const visits = steps.filter(({ path, name }) => path === step.path && name === step.name);
  return { path: step.path, step: step.name, visit: visits.length > 1 ? visits.indexOf(step) + 1 : null };
}

/**
 * The records whose values a step could refer to when it ran, oldest first: the trigger of its formula, and the latest
 * record of each earlier step of the same attempt.
 */
export function contextOf(steps: readonly RunStep[], step: RunStep): RunStep[] {
  const before = steps
    .slice(0, steps.indexOf(step))
    .filter(({ path, attempt, type }) => path === step.path && (attempt === step.attempt || type === "trigger"));
  return before.filter(({ name }, at) => !before.slice(at + 1).some((later) => later.name === name));
}

/** The path of the sub-formula that a visit of a formula step ran: the parent's path, the step's name and its visit. */
export const pathInside = ({ path, name }: RunStep, visit: number): string => `${path}/${name}#${visit}`;

/** The formula steps on the way to a path, outermost first: `/a#0/b#2` is a's first visit and in it b's third. */
export function breadcrumbOf(path: string): { path: string; parent: string; name: string; visit: number }[] {
  const trail = [];
  for (const { 0: part, 1: name = "", 2: visit, index } of path.matchAll(/\/([^#]*)#(\d+)/g))
    trail.push({ path: path.slice(0, index + part.length), parent: path.slice(0, index), name, visit: Number(visit) });
  return trail;
}
