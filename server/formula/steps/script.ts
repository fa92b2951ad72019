import { z } from "zod";
import { type Output, phrase, textOf } from "../definition.ts";
import type { ScriptResult } from "../ports.ts";
import { property } from "../property.ts";
import { defineStepType } from "../step-type.ts";

/** The shared properties of scripted steps: the body, and how it returns its result. */
export const scriptProperties = z.object({
  body: z.string().min(1).register(property, {
    reads: "script",
    label: "Script",
    field: "code",
    help: "JavaScript that passes its result to done(…).",
  }),
  scriptEngine: z.enum(["v1", "v2"]).optional().register(property, {
    reads: "script",
    label: "Script engine",
    help: "v1 scripts return their result, v2 scripts pass it to done(…).",
  }),
});

/** A script in one line, without its comments. */
export const codeLine = (body: unknown): string =>
  textOf(body)
    .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "")
    .trim();

/** The outputs of a script that picks a branch. */
export const DECISION_OUTPUTS: readonly Output[] = [{ path: ".continue", label: "true or false" }];

/** Records `console` and `notify` only if they are not empty. */
export const notesOf = ({ console, notify }: ScriptResult): Record<string, unknown> | undefined =>
  console.length || notify.length
    ? { ...(console.length && { console }), ...(notify.length && { notify }) }
    : undefined;

/**
 * `script` (spec §2.5): JavaScript that passes its result to `done`.
 * Context value: the value passed to `done`, with `console` and `notify` beside its keys (spec §2.5, semantics 2); `{
 * error }` if it failed.
 */
export const script = defineStepType({
  type: "script",
  label: "JS script",
  summary: "Runs JavaScript and returns the value passed to done.",
  icon: "braces",
  color: "step-script",
  purpose: "code",
  line: [phrase("{code}", ({ body }) => codeLine(body))],
  starter: { body: "done({\n  \n});" },
  properties: scriptProperties,
  pure: true,
  changesOutside: () => false,
  example: { body: "done({ greeting: `Hello ${trigger.args.name}` });" },
  async run({ properties: { body, scriptEngine = "v2" }, context, ports, signal }) {
    const result = await ports.sandbox.run({ body, scriptEngine, context }, signal);
    const notes = notesOf(result);
    return result.ok
      ? { took: "onSuccess", output: result.value, notes }
      : { took: "onFailure", error: result.error, reason: result.reason, notes };
  },
});
