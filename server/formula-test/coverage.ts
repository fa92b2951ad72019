import type { Formula } from "#server/formula/shape.ts";
import type { VisitedStep } from "./visited-step.ts";

/** An arrow from one step to others. */
export type Edge = { step: string; type: string; took: "onSuccess" | "onFailure"; to: string[] };

/** The arrows of the formula itself that the runs of its tests took. */
export function edgeCoverage(
  { steps }: Pick<Formula, "steps">,
  runs: readonly (readonly VisitedStep[])[],
): { edges: number; covered: number; missing: Edge[] } {
  const edges = steps.flatMap(({ name, type, onSuccess, onFailure }): Edge[] => [
    ...(onSuccess.length > 0 ? [{ step: name, type, took: "onSuccess" as const, to: onSuccess }] : []),
    ...(onFailure.length > 0 ? [{ step: name, type, took: "onFailure" as const, to: onFailure }] : []),
  ]);
  const taken = new Set(
    runs.flat().flatMap(({ path, name, outcome }) => (path === "" ? [`${name} ${outcome.took}`] : [])),
  );
  const missing = edges.filter(({ step, took }) => !taken.has(`${step} ${took}`));
  return { edges: edges.length, covered: edges.length - missing.length, missing };
}
