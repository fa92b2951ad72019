import { evaluate } from "../script/plain-script/evaluate.ts";
import type { PlainScript } from "../script/plain-script/plain-script.ts";
import { plainScriptOf } from "../script/plain-script/read-plain-script.ts";
import type { Script } from "../script/script.ts";
import type { Context } from "./context.ts";

const ROOTS = ["trigger", "steps", "info", "config"] as const satisfies (keyof Context)[];

/** The script of a step as a plain one; undefined if it is anything else. */
export const plainStepScript = (script: Script): PlainScript | undefined =>
  plainScriptOf(script, { names: ROOTS, areValues: false });

/** The value that the script passes to `done`; undefined if only a script engine can tell. */
export const evaluateIn = (context: Context, script: PlainScript, most?: number): unknown =>
  evaluate(script, { values: context, areJson: true }, most);
