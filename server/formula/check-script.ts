import { readScript } from "../script/read-script.ts";
import { type Refusal, refuse } from "./refusal.ts";
import type { Formula, Step } from "./shape.ts";
import { STEP_TYPES } from "./steps/registry.ts";

const MOST_BYTES = 256 * 1024;

/**
 * Reasons to refuse a script body when a formula is saved. Only bodies with `scriptEngine` `v2` are checked: others are
 * stored unchecked and fail when they run.
 */
export const scriptRefusals = ({ steps }: Pick<Formula, "steps">): Refusal[] =>
  steps.flatMap((step, at) =>
    bodyProblems(step).map((problem) =>
      refuse(["steps", at, "properties", "body"], `Step "${step.name}": body: ${problem}`),
    ),
  );

/**
 * The steps as they are stored after one was added: a script without `scriptEngine` joins a formula whose script steps
 * are all `v1` as `v1`.
 */
export function withInheritedEngine(added: Step, others: readonly Step[]): Step {
  if (!isScripted(added) || isGiven(added.properties.scriptEngine)) return added;
  const engines = others.filter(isScripted).map(({ properties }) => properties.scriptEngine);
  const areAllV1 = engines.length > 0 && engines.every((engine) => engine === "v1");
  return areAllV1 ? { ...added, properties: { ...added.properties, scriptEngine: "v1" } } : added;
}

const isScripted = ({ type }: Pick<Step, "type">) => STEP_TYPES[type].hasScript;

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== "";

function bodyProblems({ type, properties: { body, scriptEngine } }: Step): string[] {
  if (!isScripted({ type }) || typeof body !== "string") return [];
  if (body.length > MOST_BYTES) return ["a script has at most 256 KB."];
  if (scriptEngine !== "v2") return [];
  const { returns, callsDone } = readScript(body);
  return [
    ...(returns ? ["a v2 script must not return outside a function; pass the result to done()."] : []),
    ...(callsDone ? [] : ["a v2 script must call done()."]),
  ];
}
