import { findStepType, findTriggerType } from "#server/formula/find-definition.ts";
import { type Draft, type DraftStep, type DraftTrigger, idOf, nextPortOf, type PartRef, type Port } from "./draft.ts";
import { cachedByDraft } from "./draft-cache.ts";

/** An arrow as it is rendered. `order` counts the arrows of one port from 1, `of` is their number. */
export type Arrow = {
  id: string;
  from: PartRef;
  port: Port;
  to: string;
  word: PortLabel;
  order: number;
  of: number;
  /** It leads back to an earlier step, as the last step of a loop's body does. */
  returns: boolean;
};

type Part = DraftTrigger | DraftStep;

/** The meaning of a port, by its key in the messages of definitions. */
export type PortLabel = string;

/** The ports of a part with their labels, in display order. An unused port is shown only while it has arrows. */
export function portsOf(ref: PartRef, part: Part): { port: Port; word: PortLabel }[] {
  const kind = "trigger" in ref ? "trigger" : "step";
  const own = (kind === "trigger" ? findTriggerType : findStepType)(part.type)?.ports;
  return (["onSuccess", "onFailure"] as const).flatMap((port) => {
    if (own?.[port]) return [{ port, word: `${kind}/${part.type}/port/${port}` }];
    return part[port].length > 0 ? [{ port, word: `port/${port}` }] : [];
  });
}

/** The port by which the usual path continues: it is drawn below the center of a part, and its chain is straight. */
export const primaryPort = (ref: PartRef, part: Part): Port =>
  "trigger" in ref ? "onSuccess" : nextPortOf(part as DraftStep);

/** Every part of a draft that has arrows, triggers first. */
export const partsOf = ({ triggers, steps }: Draft): { ref: PartRef; part: Part }[] => [
  ...triggers.map((part, trigger) => ({ ref: { trigger }, part })),
  ...steps.map((part) => ({ ref: { step: part.name }, part })),
];

/** The arrows between existing parts, in the order in which they are followed. */
export const arrowsOf = cachedByDraft((draft: Draft): Arrow[] => {
  const known = new Set(draft.steps.map(({ name }) => name));
  const returning = returningArrows(draft);
  return partsOf(draft).flatMap(({ ref, part }) =>
    portsOf(ref, part).flatMap(({ port, word }) => {
      const targets = [...new Set(part[port])].filter((name) => known.has(name));
      return targets.map((to, index) => {
        const id = arrowId(ref, port, to);
        return { id, from: ref, port, to, word, order: index + 1, of: targets.length, returns: returning.has(id) };
      });
    }),
  );
});

const arrowId = (from: PartRef, port: Port, to: string) => `${idOf(from)}→${port}→${to}`;

/** The names of all direct targets of a part, on either port. */
const targetsOf = ({ onSuccess, onFailure }: Part) => [...onSuccess, ...onFailure];

/** The steps that can run before a step, including itself if it is in a cycle. */
export function stepsBefore(draft: Draft, name: string): Set<string> {
  const leadingTo = leadingToEach(draft);
  const before = new Set<string>();
  const open = [...(leadingTo.get(name) ?? [])];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (before.has(at)) continue;
    before.add(at);
    open.push(...(leadingTo.get(at) ?? []));
  }
  return before;
}

const leadingToEach = cachedByDraft(({ steps }) => {
  const leadingTo = new Map<string, string[]>();
  for (const step of steps)
    for (const target of targetsOf(step)) {
      const names = leadingTo.get(target);
      if (names) names.push(step.name);
      else leadingTo.set(target, [step.name]);
    }
  return leadingTo;
});

/** The steps that are reachable in a run. */
export function reachableSteps(draft: Draft): Set<string> {
  const byName = new Map(draft.steps.map((step) => [step.name, step]));
  const reached = new Set<string>();
  const open = draft.triggers.flatMap(targetsOf);
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const step = byName.get(at);
    if (!step || reached.has(at)) continue;
    reached.add(at);
    open.push(...targetsOf(step));
  }
  return reached;
}

/** The arrows that close a cycle, starting from the triggers. Not recursive: a chain may have 1,000 steps. */
function returningArrows(draft: Draft): Set<string> {
  const byName = new Map(draft.steps.map((step) => [step.name, step]));
  const returning = new Set<string>();
  const done = new Set<string>();
  const way = new Set<string>();
  for (const { ref, part } of partsOf(draft)) {
    const walk = [{ ref, part, next: arrowsFrom(ref, part) }];
    if ("step" in ref) {
      if (done.has(ref.step)) continue;
      way.add(ref.step);
    }
    for (let here = walk.at(-1); here; here = walk.at(-1)) {
      const arrow = here.next.shift();
      if (!arrow) {
        if ("step" in here.ref) {
          done.add(here.ref.step);
          way.delete(here.ref.step);
        }
        walk.pop();
        continue;
      }
      const target = byName.get(arrow.to);
      if (way.has(arrow.to)) returning.add(arrow.id);
      else if (target && !done.has(arrow.to)) {
        way.add(arrow.to);
        walk.push({ ref: { step: arrow.to }, part: target, next: arrowsFrom({ step: arrow.to }, target) });
      }
    }
  }
  return returning;
}

const arrowsFrom = (ref: PartRef, part: Part) =>
  (["onSuccess", "onFailure"] as const).flatMap((port) => part[port].map((to) => ({ id: arrowId(ref, port, to), to })));
