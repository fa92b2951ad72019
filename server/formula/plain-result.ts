import { readScript } from "../script/read-script.ts";
import { evaluate } from "./plain-script/evaluate.ts";
import type { PlainScript } from "./plain-script/plain-script.ts";
import { plainScriptOf } from "./plain-script/read-plain-script.ts";
import type { Plan } from "./plan.ts";
import type { ScriptResult } from "./ports.ts";
import type { PlannedStep, Walk } from "./walk-state.ts";

/** The work of one script in a process that others wait for, about a millisecond. More is done in the sandbox. */
const MOST = 20_000;

/** The result of a plain script, computed in this process; undefined if the step needs the sandbox. */
export function plainResult(plan: Plan, step: PlannedStep, { context }: Walk): ScriptResult | undefined {
  const script = plainScriptIn(plan, step);
  const value = script ? evaluate(script, context, MOST) : undefined;
  return value === undefined ? undefined : { ok: true, value, console: [], notify: [] };
}

function plainScriptIn({ plain }: Plan, { name, properties }: PlannedStep): PlainScript | null {
  const known = plain.get(name);
  if (known !== undefined) return known;
  const { body, scriptEngine = "v2" } = properties;
  const isScript = typeof body === "string" && scriptEngine === "v2";
  const script = (isScript && plainScriptOf(readScript(body))) || null;
  plain.set(name, script);
  return script;
}
