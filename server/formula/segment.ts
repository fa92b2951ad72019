import { readScript } from "../script/read-script.ts";
import type { Context } from "./context.ts";
import { namedValues } from "./context.ts";
import type { Plan, PlannedSegment, Reads } from "./plan.ts";
import { stepTypeOf } from "./steps/registry.ts";
import type { PlannedStep, Segment, Walk } from "./walk-state.ts";

/**
 * The pure steps that can run from the top of the agenda without leaving the sandbox, with the part of the context they
 * may read: a formula that loops over much data must not send it to each small script.
 */
export function segmentFrom(
  plan: Plan,
  start: PlannedStep,
  walk: Walk,
  limits: Pick<Segment, "attempt" | "budget" | "repeatable">,
): Segment {
  const { steps, reads } = plan.segments.get(start.name) ?? planSegment(plan, start);
  return {
    engine: plan.engine,
    ...limits,
    steps,
    walk: { ...walk, agenda: [...walk.agenda], last: undefined, context: readable(walk.context, reads) },
  };
}

function planSegment(plan: Plan, start: PlannedStep): PlannedSegment {
  const reached = new Map<string, PlannedStep>();
  const agenda = [start.name];
  for (let name = agenda.pop(); name !== undefined; name = agenda.pop()) {
    const step = plan.steps.get(name);
    if (!step || reached.has(name) || !stepTypeOf(step).pure) continue;
    reached.set(name, step);
    agenda.push(...step.onSuccess, ...step.onFailure);
  }
  const steps = [...reached.values()];
  const planned = { steps, reads: readsOf(steps, [...plan.steps.keys()]) };
  plan.segments.set(start.name, planned);
  return planned;
}

/** The values that scripts and the lists of loops may read: everything if unsure. */
function readsOf(steps: PlannedStep[], stepNames: string[]): Reads {
  const scripts = steps.flatMap(({ properties: { body } }) => (typeof body === "string" ? [readScript(body)] : []));
  const lists = steps.flatMap(({ properties: { list } }) => (list === undefined ? [] : [String(list)]));
  const uses = scripts.flatMap((script) => script.uses);
  const ofSteps = uses.filter(({ name }) => name === "steps").map(({ members: [step] }) => step?.name);
  const inLists = stepNames.filter((name) => lists.some((list) => list.includes(name)));
  const anything = scripts.some(({ isUnreadable, words }) => isUnreadable || ESCAPES.some((name) => words.has(name)));
  const isOpen = ofSteps.includes(undefined) || lists.some((list) => OPEN_STEPS.test(list));
  return {
    trigger: anything || uses.some(({ name }) => name === "trigger") || lists.some((list) => list.includes("trigger")),
    config: true,
    steps: anything || isOpen ? "all" : new Set([...ofSteps.filter((name) => name !== undefined), ...inLists]),
  };
}

/** Ways to access a parameter without its name. */
const ESCAPES = ["arguments", "eval", "Function", "constructor"];

/** Access to all steps, or to a step whose name is not an identifier. */
const OPEN_STEPS = /(?<![.\w$])steps\b(?!\s*\.\s*[A-Za-z_$])/;

const readable = ({ trigger, steps, config, info }: Context, reads: Reads): Context => ({
  trigger: reads.trigger ? trigger : {},
  config: reads.config ? config : {},
  info,
  steps: reads.steps === "all" ? steps : picked(steps, reads.steps),
});

function picked(steps: Record<string, unknown>, names: ReadonlySet<string>): Record<string, unknown> {
  const some = namedValues<unknown>();
  for (const name of names) if (Object.hasOwn(steps, name)) some[name] = steps[name];
  return some;
}
