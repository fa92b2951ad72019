import type { Answer } from "../shell/trpc.ts";
import { hasFailed } from "./step-outcome-label.ts";

export type Run = Answer["execution"]["read"];
export type RunStep = Run["steps"][number];

/** The records of the step that is looked at, in order, and the one that is chosen. */
export type Chosen = { visits: RunStep[]; at: number; step: RunStep };

/**
 * The record that a place names. Without a name it is the first failure, or the end of the run; without a number the
 * first visit that failed, or the last.
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
  const asked = place.visit === null ? -1 : place.visit - 1;
  const failed = visits.findIndex(hasFailed);
  const at = visits[asked] ? asked : failed >= 0 ? failed : visits.length - 1;
  const step = visits[at];
  return step ? { visits, at, step } : null;
}

/** Where a record is, as an address tells it. */
export function placeOf(steps: readonly RunStep[], step: RunStep) {
  const visits = steps.filter(({ path, name }) => path === step.path && name === step.name);
  return { path: step.path, step: step.name, visit: visits.length > 1 ? visits.indexOf(step) + 1 : null };
}

/** The path of what a formula step ran at one of its visits: that of its parent, its name and how often it had run. */
export const pathInside = ({ path, name }: RunStep, visit: number): string => `${path}/${name}#${visit}`;

/** The formula steps on the way to a path, outermost first: `/a#0/b#2` is a's first visit and in it b's third. */
export function breadcrumbOf(path: string): { path: string; parent: string; name: string; visit: number }[] {
  const trail = [];
  for (const { 0: part, 1: name = "", 2: visit, index } of path.matchAll(/\/([^#]*)#(\d+)/g))
    trail.push({ path: path.slice(0, index + part.length), parent: path.slice(0, index), name, visit: Number(visit) });
  return trail;
}
