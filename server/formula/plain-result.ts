import { MOST_AT_ONCE } from "../script/plain-script/evaluate.ts";
import type { PlainScript } from "../script/plain-script/plain-script.ts";
import { readScript } from "../script/read-script.ts";
import { evaluateIn, plainStepScript } from "./plain-step-script.ts";
import type { Plan } from "./plan.ts";
import type { ScriptResult } from "./ports.ts";
import type { PlannedStep, Walk } from "./walk-state.ts";

/** The result of a plain script, computed in this process; undefined if the step needs the sandbox. */
export function plainResult(plan: Plan, step: PlannedStep, { context }: Walk): ScriptResult | undefined {
  const script = plainScriptIn(plan, step);
  const value = script ? evaluateIn(context, script, MOST_AT_ONCE) : undefined;
  return value === undefined ? undefined : { ok: true, value, console: [], notify: [] };
}

function plainScriptIn({ plain }: Plan, { name, properties }: PlannedStep): PlainScript | null {
  const known = plain.get(name);
  if (known !== undefined) return known;
  const { body, scriptEngine = "v2" } = properties;
  const isScript = typeof body === "string" && scriptEngine === "v2";
  const script = (isScript && plainStepScript(readScript(body))) || null;
  plain.set(name, script);
  return script;
}
