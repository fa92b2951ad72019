import { plainStepScript } from "../../formula/plain-step-script.ts";
import type { PlainScript } from "../../script/plain-script/plain-script.ts";
import { readScript } from "../../script/read-script.ts";
import { rememberByBody } from "../../script/remember-by-body.ts";

/** The traits of a script that a sandbox process needs before it runs it. */
export type ScriptTraits = { needsLibraries: boolean; plain: PlainScript | undefined };

/** Reads the traits of scripts, with a cache. */
export const createScriptMemo = (): ((body: string) => ScriptTraits) => rememberByBody(traitsOf);

function traitsOf(body: string): ScriptTraits {
  const script = readScript(body);
  return {
    needsLibraries: script.isUnreadable || [...script.words].some((word) => /\b(?:require|CE)\b/.test(word)),
    plain: plainStepScript(script),
  };
}
