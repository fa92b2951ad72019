import type { Context } from "./context.ts";
import { namedValues } from "./context.ts";
import type { Plan, PlannedSegment, Reads } from "./plan.ts";
import { stepTypeOf } from "./steps/registry.ts";
import type { PlannedStep, Segment, Walk } from "./walk-state.ts";

/**
 * The pure steps that can run from the top of the agenda without leaving the sandbox, with the part of the
 * context they may read: a formula that loops over much data must not carry it to each small script.
 */
export function segmentFrom(
  plan: Plan,
  start: PlannedStep,
  walk: Walk,
  limits: { attempt: number; budget: number },
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

/** The values that the code may read, judged from its text: in doubt, everything. */
function readsOf(steps: PlannedStep[], stepNames: string[]): Reads {
  const code = steps.map(({ properties }) => [properties.body, properties.list].join("\n")).join("\n");
  const anything = ESCAPES.test(code);
  return {
    trigger: anything || /\btrigger\b/.test(code),
    config: true,
    steps: anything || OPEN_STEPS.test(code) ? "all" : new Set(stepNames.filter((name) => code.includes(name))),
  };
}

/** Ways of reaching a parameter without its name. */
const ESCAPES = /\b(arguments|eval|Function|constructor)\b|\\u/;

/** `steps` used in any way but `steps.name`, `steps?.name` or `steps["name"]`. */
const OPEN_STEPS = /(?<![.\w$])steps\b(?!\s*(\??\.\s*[A-Za-z_$]|(\?\.)?\[\s*(["'])[^"'\\]*\3\s*\]))/;

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
