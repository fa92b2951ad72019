import type { Draft, DraftStep, Port } from "../model/draft.ts";
import { renamedUnits } from "../model/renamed-units.ts";

const PORTS = ["onSuccess", "onFailure"] as const satisfies Port[];

/**
 * Merges two states of a formula into one draft for the graph: the steps of the later one, and removed steps, with
 * their arrows.
 */
export function mergedDraft(before: Draft, after: Draft): Draft {
  const renamed = new Map(
    [...renamedUnits(before, after)].flatMap(([now, old]) =>
      now.startsWith("step:") ? [[old.slice("step:".length), now.slice("step:".length)] as const] : [],
    ),
  );
  const nameOf = (step: string) => renamed.get(step) ?? step;
  const here = new Set(after.steps.map(({ name }) => name));
  const gone = before.steps.filter(({ name }) => !here.has(nameOf(name)));
  const goneNames = new Set(gone.map(({ name }) => name));
  const shown = new Set([...here, ...goneNames]);

  const arrowsOf = (part: Pick<DraftStep, Port>, port: Port) =>
    part[port].map(nameOf).filter((name) => shown.has(name));
  const withArrowsToGone = <Part extends Pick<DraftStep, Port>>(
    part: Part,
    old: Pick<DraftStep, Port> | undefined,
  ): Part => {
    const lost = (port: Port) => (old ? arrowsOf(old, port).filter((name) => goneNames.has(name)) : []);
    return {
      ...part,
      onSuccess: [...part.onSuccess, ...lost("onSuccess")],
      onFailure: [...part.onFailure, ...lost("onFailure")],
    };
  };
  const oldSteps = new Map(before.steps.map((step) => [nameOf(step.name), step]));
  return {
    ...after,
    triggers: after.triggers.map((trigger, at) => withArrowsToGone(trigger, before.triggers[at])),
    steps: [
      ...after.steps.map((step) => withArrowsToGone(step, oldSteps.get(step.name))),
      ...gone.map((step) => ({ ...step, ...Object.fromEntries(PORTS.map((port) => [port, arrowsOf(step, port)])) })),
    ],
  };
}
