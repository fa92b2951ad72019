import type { Formula } from "./shape.ts";

type Recorded = { name: string; took: string };

/**
 * The step that follows these records of a formula, from its first step on; undefined at the end, after a retry, and if
 * the records are those of another formula.
 */
export function stepAfter(
  { triggers: [trigger], steps }: Pick<Formula, "triggers" | "steps">,
  records: readonly Recorded[],
): Formula["steps"][number] | undefined {
  const byName = new Map(steps.map((step) => [step.name, step]));
  let agenda = (trigger?.onSuccess ?? []).toReversed();
  for (const { name, took } of records) {
    const step = byName.get(name);
    if (agenda.pop() !== name || !step) return undefined;
    if (took === "retry") agenda = [];
    else agenda.push(...(took === "onSuccess" ? step.onSuccess : step.onFailure).toReversed());
  }
  return byName.get(agenda.at(-1) ?? "");
}
